/* SPDX-FileCopyrightText: 2026 The Lockkeeper authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Revoking: an operator swaps the holder's token for a tombstone, on three masters. The holder
 * renews and knows nothing of it; a second client wants the lock.
 *
 * - Nobody gets the lock before the lease has ended for its holder.
 * - No swap hits the second client.
 *
 * A command that was sent is executed at any later time, or never. A lease has generations: the
 * first one, and one for each renewal. A key says which generation set its TTL, and may expire as
 * soon as the deadline of that generation has passed. A tombstone keeps the TTL, so it keeps the
 * generation. (Above max_lease it does not: there the operator is told that the lease may last longer.)
 *
 * DELETES: the operator deletes instead (a release). LOSES_TTL: the tombstone may expire at once.
 * NO_COMPARE: the swap does not look at what is stored. Each must fail.
 */
#define MASTERS 3
#define QUORUM 2
#define RENEWALS 1

mtype = { Free, Holder, Second, Tombstone };

mtype stored[MASTERS] = Free;
byte generation[MASTERS];  /* of the TTL of what is stored */
byte passed;               /* deadlines of the holder up to this generation have passed */
byte lease = 1;            /* generation that a quorum agreed to */
bit isReleased;            /* by its holder */
bit isSecondHolding;
bit isSecondOver;

byte extend[MASTERS];      /* sent, not yet executed: the generation to extend to */
byte repair[MASTERS];
bit takeSecond[MASTERS];
bit swap[MASTERS];
bit agreed[MASTERS];       /* the holder's votes on the operation under way, while it waits */
byte next = 1;             /* its generation; 0: the holder has given up */
bit secondVote[MASTERS];

#define ISHELD (passed < lease && !isReleased)
#define AGREED (agreed[0] + agreed[1] + agreed[2] >= QUORUM)
#define AGREE(m, g) agreed[m] = (next == g -> 1 : agreed[m])
#define LASTS(m, g) generation[m] = (generation[m] > g -> generation[m] : g)

proctype Master(byte m)
{
end:
    do
    :: atomic { extend[m] > 0 ->
        if :: stored[m] == Holder -> LASTS(m, extend[m]); AGREE(m, extend[m]) :: else fi;
        extend[m] = 0 }
    :: atomic { repair[m] > 0 ->
        if :: stored[m] == Free -> stored[m] = Holder; generation[m] = repair[m] :: else fi;
        repair[m] = 0 }
    :: atomic { takeSecond[m] -> takeSecond[m] = 0;
        if
        :: stored[m] == Free -> stored[m] = Second; generation[m] = 0; secondVote[m] = 1
        :: else
        fi }
    :: atomic { swap[m] -> swap[m] = 0;
        if
#ifdef NO_COMPARE
        :: stored[m] != Free ->
#else
        :: stored[m] == Holder ->
#endif
            assert(stored[m] != Second);
#ifdef DELETES
            stored[m] = Free; generation[m] = 0
#else
            stored[m] = Tombstone;
#ifdef LOSES_TTL
            generation[m] = 0
#endif
#endif
        :: else
        fi }
    /* TTLs, and what a client deletes because its lease is over: compared, like a swap. */
    :: atomic { (stored[m] == Holder || stored[m] == Tombstone) && passed >= generation[m] ->
        stored[m] = Free; generation[m] = 0 }
    :: atomic { stored[m] == Holder && isReleased -> stored[m] = Free; generation[m] = 0 }
    :: atomic { stored[m] == Second && isSecondOver -> stored[m] = Free }
    od
}

#define SEND(command, value) command[0] = value; command[1] = value; command[2] = value

proctype First()
{
    do
    :: atomic { lease < next && AGREED && ISHELD ->
        lease = next; SEND(agreed, 0);
        assert(!isSecondHolding || isSecondOver);
        SEND(repair, next) } /* only behind a won extension */
    :: atomic { lease == next && next <= RENEWALS && passed < lease ->
        next++;
        SEND(extend, next) }
    :: atomic { true -> isReleased = 1; next = 0; SEND(agreed, 0); break } /* or it gives up */
    od
}

#define AGE(m) generation[m] = (generation[m] <= passed -> 0 : generation[m])

/* Deadlines pass in their order. That of a renewal that was sent may pass without a quorum. */
proctype Time()
{
end:
    do
    :: atomic { passed <= RENEWALS -> passed++; AGE(0); AGE(1); AGE(2) }
    od
}

proctype SecondClient()
{
    atomic { SEND(takeSecond, 1) }
    if
    :: atomic { secondVote[0] + secondVote[1] + secondVote[2] >= QUORUM ->
        assert(!ISHELD);
        isSecondHolding = 1 }
    :: true
    fi;
    isSecondOver = 1
}

/* The plan was made when the holder's token was seen. Look again: another token anywhere stops it.
 * The swaps are on their way from then on. */
proctype Operator()
{
    if
    :: atomic { stored[0] != Second && stored[1] != Second && stored[2] != Second ->
        SEND(swap, 1) }
    :: else
    fi
}

init
{
    atomic {
        /* The holder's take was executed on a quorum; on the third master it is late. */
        stored[0] = Holder; generation[0] = 1;
        stored[1] = Holder; generation[1] = 1;
        repair[2] = 1;
        run Master(0); run Master(1); run Master(2);
        run First(); run SecondClient(); run Operator(); run Time()
    }
}
