/* SPDX-FileCopyrightText: 2026 The Lockkeeper authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Fencing: numbers grow along grants. Three masters, three clients, each with one try. Its token is
 * its number plus one.
 *
 * A command that was sent is executed at any later time, or never: its reply is late, a master was
 * stopped, or it was restarted with its data. Time is one bit for each try: its deadline has
 * passed, or its holder released. Only then may its token go from a master. So the model knows
 * nothing of TTLs and clocks but what docs/guarantees.md assumes of them.
 *
 * NO_RAISE: a client holds as soon as a quorum has voted. FORGETS: a master loses its counter. Each
 * must fail.
 */
#define MASTERS 3
#define CLIENTS 3
#define QUORUM 2
#define AT(c, m) ((c) * MASTERS + (m))
#define LARGER(a, b) ((a) > (b) -> (a) : (b))

byte token[MASTERS];   /* 0: free */
byte counter[MASTERS];
bit take[CLIENTS * MASTERS];   /* sent, not yet executed */
bit raise[CLIENTS * MASTERS];
byte number[CLIENTS * MASTERS]; /* the vote, while it is waited for; 0: none yet, or no */
byte raised[CLIENTS];  /* masters that have the fence, while they are waited for */
byte fence[CLIENTS];
bit isVoting[CLIENTS] = 1;
bit isOver[CLIENTS];
byte latest;           /* the largest number of a holder */
byte seen;             /* clients whose token was stored somewhere */

/* The scripts, each executed as a whole. */
inline executeTake(c, m)
{
    take[AT(c, m)] = 0;
    if
    :: token[m] == 0 ->
        seen = LARGER(seen, c + 1);
        counter[m]++;
        token[m] = c + 1;
        number[AT(c, m)] = (isVoting[c] -> counter[m] : 0)
    :: else -> raise[AT(c, m)] = 0; forget(c)
    fi
}

inline executeRaise(c, m)
{
    raise[AT(c, m)] = 0;
    if
    :: token[m] == c + 1 ->
        raised[c] = raised[c] + (isOver[c] -> 0 : 1);
        counter[m] = LARGER(counter[m], fence[c])
    :: else
    fi;
    forget(c)
}

/* Clients are alike: they are numbered in the order in which their tokens appear. */
/* What no step reads any more is cleared, so that states that behave alike are one. */
inline forget(c)
{
    fence[c] = (isOver[c] && raise[AT(c, 0)] + raise[AT(c, 1)] + raise[AT(c, 2)] == 0 -> 0 : fence[c])
}

#define STEPS(c) \
    :: atomic { take[AT(c, m)] && c <= seen -> executeTake(c, m) } \
    :: atomic { raise[AT(c, m)] -> executeRaise(c, m) } \
    :: atomic { token[m] == c + 1 && isOver[c] -> /* its TTL, release or undo */ \
        token[m] = 0; raise[AT(c, m)] = 0; forget(c) }

proctype Master(byte m)
{
end:
    do
    STEPS(0)
    STEPS(1)
    STEPS(2)
#ifdef FORGETS
    :: atomic { counter[m] > 0 && token[m] == 0 -> counter[m] = 0 }
#endif
    od
}

#define SEND(command) command[AT(c, 0)] = 1; command[AT(c, 1)] = 1; command[AT(c, 2)] = 1
/* Where the token is gone for good, raising would do nothing. */
#define RAISE(m) raise[AT(c, m)] = (token[m] == c + 1 || take[AT(c, m)])
#define VOTED(m) (number[AT(c, m)] > 0)

/* The reply that makes the quorum decides. The third, if there is one, comes later. */
#define DECIDE(m, n) \
    :: atomic { VOTED(m) && VOTED(n) -> \
        fence[c] = LARGER(number[AT(c, m)], number[AT(c, n)]); endVote() }

inline endVote()
{
    isVoting[c] = 0;
    number[AT(c, 0)] = 0; number[AT(c, 1)] = 0; number[AT(c, 2)] = 0
}

proctype Client(byte c)
{
    atomic { SEND(take) }
    if
    DECIDE(0, 1)
    DECIDE(0, 2)
    DECIDE(1, 2)
    :: atomic { true -> endVote(); isOver[c] = 1; goto ended } /* it gives up, or too late */
    fi;
#ifdef NO_RAISE
    raised[c] = QUORUM;
#else
    atomic { RAISE(0); RAISE(1); RAISE(2) }
#endif
    if
    :: atomic { raised[c] >= QUORUM -> assert(fence[c] > latest); latest = fence[c] }
    :: true
    fi;
    atomic { isOver[c] = 1; raised[c] = 0; forget(c) } /* released, lost, or given up */
ended:
    skip
}

init
{
    atomic {
        run Master(0); run Master(1); run Master(2);
        run Client(0); run Client(1); run Client(2)
    }
}
