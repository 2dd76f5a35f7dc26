"""What a global name means as a value: an option, a whole enum or board, a constant, a shared zone or field, a query.

Takes a name and a ``Body``, gives the typed expression, or none if nothing of that name is declared.  Names of declarations
that are no values (kinds, decks, events ..) are reported with the form that was probably meant.
"""

from __future__ import annotations

from rulekit.analysis import codes, model
from rulekit.analysis import typed as t
from rulekit.analysis.body import Body
from rulekit.analysis.lattice import FLAG, LINE, SPACE, TEAM
from rulekit.analysis.members import slot
from rulekit.analysis.names import sort_of
from rulekit.analysis.types import EnumT, SetT
from rulekit.source import Span


def global_value(body: Body, text: str, span: Span, index: t.Expr | None) -> t.Expr | None:
    """The value of a global name; none if there is no such name."""
    decl = body.names.globals.get(text)
    if decl is None:
        return None
    if isinstance(decl, model.ZoneDecl | model.FieldDecl):
        return slot(body, decl, None, index, span)
    if index is not None and not isinstance(decl, model.QueryDecl | model.TableDecl):
        return body.wrong(codes.BAD_INDEX, f"'{text}' is {sort_of(decl)} and has no index", index.span)
    match decl:
        case model.OptionDecl():
            return t.OptionRef(span=span, type=decl.type, decl=decl)
        case model.VariantDecl():
            return t.VariantRef(span=span, type=FLAG, decl=decl)
        case model.EnumDecl():
            return t.AllOf(span=span, type=SetT(EnumT(decl)), what="enum")
        case model.EnumValueDecl(enum=model.EnumDecl() as enum):
            return t.Const(span=span, type=EnumT(enum), value=decl.index)
        case model.TeamDecl():
            return t.Const(span=span, type=TEAM, value=decl.index)
        case model.SpaceDecl():
            return t.Const(span=span, type=SPACE, value=decl.index)
        case model.BoardDecl():
            return t.AllOf(span=span, type=SetT(SPACE), what="spaces")
        case model.LineDecl():
            return t.AllOf(span=span, type=SetT(LINE), what="lines", line=text)
        case model.QueryDecl() | model.TableDecl():
            return _query(body, decl, span, index)
        case _:
            return body.wrong(
                codes.WRONG_SORT, f"'{text}' is {sort_of(decl)}, not a value", span,
                also=((decl.span, "declared here"),), help=_advice(decl),
            )  # fmt: skip


def _query(body: Body, decl: model.QueryDecl | model.TableDecl, span: Span, index: t.Expr | None) -> t.Expr:
    params = decl.params if isinstance(decl, model.QueryDecl) else [decl.param] if decl.param else []
    if index is not None or params:
        arguments = ", ".join(param.name for param in params)
        return body.wrong(
            codes.WRONG_COUNT, f"'{decl.name}' is asked with arguments in brackets", span,
            help=f"write '{decl.name}({arguments})'", also=((decl.span, "declared here"),),
        )  # fmt: skip
    return call(body, decl, (), span)


def call(body: Body, decl: model.QueryDecl | model.TableDecl, args: tuple[t.Expr, ...], span: Span) -> t.Expr:
    """A query or table with its arguments, which fit already."""
    session = body.session
    if body.asker is not None and decl is not body.lower:
        session.calls.setdefault(body.asker, {}).setdefault(decl, span)
    if isinstance(decl, model.TableDecl):
        session.inference.ask(decl)
        return t.Lookup(span=span, type=decl.type, decl=decl, arg=args[0] if args else None)
    session.inference.ask(decl)
    return t.CallQuery(span=span, type=decl.type, decl=decl, args=args, lower=decl is body.lower)


def _advice(decl: model.Decl) -> str | None:
    match decl:
        case model.KindDecl():
            return f"test a card with 'x is {decl.name}'"
        case model.DeckDecl():
            return f"its cards are 'cards({decl.name})'"
        case model.DieDecl():
            return f"throw it in a statement: 'roll {decl.name} as r'"
        case model.PatternDecl():
            return f"ask 'S has {decl.name}'"
        case model.EventDecl():
            return f"perform it in a statement: 'do {decl.name}'"
        case _:
            return None
