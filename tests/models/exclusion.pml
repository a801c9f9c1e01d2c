/* SPDX-FileCopyrightText: 2026 The Lockkeeper authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Exclusion: no two leases at a time, though commands are executed late and masters forget. Three
 * masters, two clients. Client 0 holds, and extends its lease by a long TTL and by a short one, in
 * any order. Client 1 wants the lock.
 *
 * A command that was sent is executed at any later time, or never. All clocks count the same steps
 * of time. Stored is the time that is left, so that the model has no end of time.
 *
 * FORGETS: instead of the short extension, a master loses its data, once; and won extensions repair.
 * (Both together have too many states.)
 * SHORTENS: an extension sets the TTL, also to a shorter one. FORGETS and NO_QUARANTINE: the master
 * that has forgotten votes at once. Each must fail.
 */
#define MASTERS 3
#define QUORUM 2
#define LONG 2
#define SHORT 1

byte token[MASTERS];  /* 1 and 2: of client 0 and 1; 0: free */
byte left[MASTERS];   /* of its TTL */
byte silent[MASTERS]; /* how long a master that has forgotten is kept away */
bit hasForgotten;

bit take0[MASTERS];   /* sent, not yet executed; also a repair */
bit take1[MASTERS];
bit extendLong[MASTERS];
bit extendShort[MASTERS];
byte asked;           /* TTL of the extension that client 0 waits for; 0: of none */
bit agreed[MASTERS];  /* the votes on it */
bit isAcquiring;      /* client 1 waits for votes */
bit vote[MASTERS];

byte rest[2];         /* until the deadline of the lease; 0: none */
byte coming[2];       /* what the operation under way would make of it */
bit isOver[2];        /* released or given up: its token may go */

#define SUM(votes) (votes[0] + votes[1] + votes[2])
#define SET(command, value) command[0] = value; command[1] = value; command[2] = value
#define CHECK assert(rest[0] == 0 || rest[1] == 0)

inline store(number, m) { if :: token[m] == 0 -> token[m] = number; left[m] = LONG :: else fi }
/* Extensions of a token that is gone for good would do nothing. */
inline clear(m)
{
    token[m] = 0; left[m] = 0;
    if :: !take0[m] -> extendLong[m] = 0; extendShort[m] = 0 :: else fi
}

#ifdef SHORTENS
#define PROLONG(m, ttl) left[m] = ttl
#else
#define PROLONG(m, ttl) left[m] = (left[m] < ttl -> ttl : left[m])
#endif

#define EXTENSION(command, ttl) \
    :: atomic { command[m] && silent[m] == 0 -> command[m] = 0; \
        if :: token[m] == 1 -> agreed[m] = agreed[m] || asked == ttl; PROLONG(m, ttl) :: else fi }

proctype Master(byte m)
{
end:
    do
    :: atomic { take0[m] && silent[m] == 0 -> take0[m] = 0; store(1, m) }
    :: atomic { take1[m] && silent[m] == 0 -> take1[m] = 0; store(2, m);
        vote[m] = (isAcquiring && token[m] == 2) }
    EXTENSION(extendLong, LONG)
    EXTENSION(extendShort, SHORT)
    :: atomic { token[m] == 1 && isOver[0] -> clear(m) } /* release, undo */
    :: atomic { token[m] == 2 && isOver[1] -> clear(m) }
#ifdef FORGETS
    :: atomic { token[m] > 0 && !hasForgotten ->
        hasForgotten = 1; token[m] = 0; left[m] = 0;
#ifndef NO_QUARANTINE
        silent[m] = LONG
#endif
        }
#endif
    od
}

#define LESS(time) time = (time > 0 -> time - 1 : 0)

inline tick(m)
{
    LESS(silent[m]); LESS(left[m]);
    if :: left[m] == 0 -> clear(m) :: else fi
}

proctype Time()
{
end:
    do
    :: atomic {
        tick(0); tick(1); tick(2);
        LESS(rest[0]); LESS(rest[1]); LESS(coming[0]); LESS(coming[1]) }
    od
}

/* A shorter TTL lowers the holder's own deadline, and nothing else. */
#define RENEW(isDone, command, ttl) \
    :: atomic { rest[0] > 0 && !isDone -> \
        isDone = 1; asked = ttl; coming[0] = ttl; SET(command, 1) }; \
        if \
        :: atomic { SUM(agreed) >= QUORUM && rest[0] > 0 -> \
            rest[0] = coming[0]; CHECK; REPAIR; endWait() } \
        :: atomic { true -> endWait() } /* no answer in time: the old deadline stands */ \
        fi

#ifdef FORGETS
#define REPAIR SET(take0, 1)
#else
#define REPAIR skip
#endif
inline endWait() { asked = 0; coming[0] = 0; SET(agreed, 0) }

proctype Holder()
{
    bit isLongDone, isShortDone;
    do
    RENEW(isLongDone, extendLong, LONG)
#ifndef FORGETS
    RENEW(isShortDone, extendShort, SHORT)
#endif
    :: break
    od;
    atomic { isOver[0] = 1; rest[0] = 0 }
}

proctype Other()
{
    atomic { SET(take1, 1); coming[1] = LONG; isAcquiring = 1 }
    if
    :: atomic { SUM(vote) >= QUORUM -> rest[1] = coming[1]; CHECK }
    :: true
    fi;
    atomic { isAcquiring = 0; coming[1] = 0; SET(vote, 0) }
    atomic { isOver[1] = 1; rest[1] = 0 }
}

init
{
    atomic {
        /* The holder's take was executed on a quorum; on the third master it is late. */
        token[0] = 1; token[1] = 1; left[0] = LONG; left[1] = LONG; take0[2] = 1; rest[0] = LONG;
        run Master(0); run Master(1); run Master(2); run Holder(); run Other(); run Time()
    }
}
