"""Three small games with teams: two pairs; three teams, not all of them in play; one with few cards.  Takes nothing, gives texts."""

from __future__ import annotations

PAIRS = """game "Pairs" for 4 players:
  about "Two teams of two."

teams:
  north_south "North and South" seats 1, 3
  east_west "East and West" seats 2, 4

card tile discards to waste:
  value: number 1..4
deck tiles:
  6 tile with each value in 1..4

shared:
  zone stock: face down, starts with tiles
  zone waste: face up
  zone pot[team]: face up
  lead: team?
  behind: team = east_west

each player:
  zone hand: private
each team:
  zone store "the store": private
  zone won[1..2]: face up
  points: number = 0
  helped: flag = no each round

define against(t: team) = first(teams where it != t)

event prepare:
  shuffle stock
  deal 4 from stock to players.hand
  deal 2 from stock to teams.store

action keep "keep for the team" by p:
  choose c in p.hand
  then: move c to p.team.store
action cash "score" by p:
  choose t in teams where t != p.team
  choose c in p.team.store where value > 1
  pay c
  then:
    add c.value to p.team.points
    take 1 from t.points
    set lead to p.team
    set behind to t
action give "give to the partner" by p:
  choose c in p.hand where value < 3
  then:
    move c to partner(p).hand
    set p.team.helped to yes
    if any(points > 5 over teams): move c to p.team.won[1]
    for each q in players where team = p.team: add 1 to q.team.points
action bet "bet" by p:
  choose c in p.hand
  then:
    move c to pot[against(p.team)]
    if p.team = north_south: show top of stock to (players where team = p.team)
action ask "ask the partner" by p:
  then:
    choose c in partner(p).hand by partner(p)
    move c to p.team.won[2]

phase game:
  do prepare
  phase round repeat 4 times:
    phase turn for each p in players:
      must do one of keep, cash, give, bet, ask

score t: t.points + sum(value over t.won[1]) + (2 if lead = t otherwise 0) + count(pot[t])
winner: highest score then lowest count(store) then highest count(won[2])

example "members see their store, the others don't" with Ann, Ben, Cat, Dan:
  given:
    Ann.hand: tile 1, tile 4
    north_south.store: tile 4, tile 1
    phase turn of Ann
  expect:
    Ann may cash(east_west, tile 4)
    Ann may not cash(north_south)
    Cat sees north_south.store
    Ben does not see north_south.store
    Ann.team = north_south
    partner(Dan) = Ben
    (players where team = east_west) = {Ben, Dan}
  play:
    Ann cash(east_west, tile 4)
  expect:
    north_south.points = 4
    east_west.points = -1
    east_west.score = -1
    Cat.team.score = 6
    lead = north_south
    behind = east_west

example "the partner is asked" with Ann, Ben, Cat, Dan:
  given:
    Cat.hand: tile 1, tile 2
    phase turn of Ann
  play:
    Ann ask
  expect:
    Cat may only c = tile 1, c = tile 2
  play:
    Cat c = tile 2
  expect:
    north_south.won[2]: tile 2

example "cards of a team's zone are given on" with Ann, Ben, Cat, Dan:
  given:
    Ben.hand: tile 1, 2 tile 2
    north_south.points = 6
    north_south.helped = yes
    phase turn of Ben
  play:
    Ben give(tile 1)
  expect:
    east_west.won[1]: tile 1
    east_west.points = 2
    east_west.helped
    north_south.helped
"""

ENDS = """game "Ends" for 2..6 players:
  about "Three teams, not all of them in play."

teams:
  red "The Reds" seats 1, 4
  blue "The Blues" seats 2, 5
  green "The Greens" seats 3, 6

card coin
deck coins:
  6 coin

shared:
  zone bank: face down, starts with coins
  rest: number = 0

each player:
  chips: number = 0
each team:
  zone chest: face up
  points: number = 0
  turns: number = 0

action earn by p:
  choose n in 0..1
  then: add n to p.team.points
action help by p:
  when count(players where team = p.team) = 2
  then: add 1 to partner(p).chips
action lean by p:
  then: add 1 to partner(p).chips
action look by p:
  then:
    if partner(p) = none: add 1 to rest

phase game:
  deal 1 from bank to teams.chest
  for each t in teams: add 1 to t.turns
  phase turn for each p in players:
    must do one of earn, help, lean, look

score t: t.points + 10 * count(teams)
winner: lowest score then lowest turns

example "two of two teams" with Ann, Ben:
  given:
    phase turn of Ann
  expect:
    count(teams) = 2
    teams = {red, blue}
    Ann may only earn(0), earn(1), lean, look
  play:
    Ann earn(1)
    Ben earn(1)
  expect:
    winner: red, blue

example "one of three teams" with Ann, Ben, Cat, Dan:
  given:
    phase turn of Dan
  expect:
    partner(Dan) = Ann
    partner(Cat) = none
    Dan may help
  play:
    Dan help
    Ann look
    Ben earn(1)
    Cat look
  expect:
    Ann.chips = 1
    rest = 1
    winner: red, green
"""


TINY = """game "Tiny" for 3 players:
  about "Few cards, so that many matches look the same to somebody."

teams:
  two "The Two" seats 1, 3
  one "The One" seats 2

card coin:
  value: number 1..3
deck coins:
  2 coin with each value in 1..3

shared:
  zone bank: face down, starts with coins
  rounds: number = 0
each player:
  zone hand: private
each team:
  zone chest: private
  zone sealed: face down

action draw by p:
  then: move top of bank to p.hand
action save by p:
  choose c in p.hand
  then: move c to p.team.chest
action spend by p:
  choose c in p.team.chest
  then: move c to bottom of bank
action steal by p:
  choose t in teams where t != p.team and exists(t.chest)
  then: move random(t.chest) to p.team.sealed
action open by p:
  then: move p.team.sealed to p.team.chest
action tell by p:
  choose c in p.hand
  then: show c to (players where team = p.team)

phase main:
  shuffle bank
  deal 1 from bank to teams.chest
  phase turn cycle p in players until rounds = 6:
    add 1 to rounds
    may do one of draw, save, spend, steal, open, tell

score t: count(t.chest)
winner: highest score
"""
