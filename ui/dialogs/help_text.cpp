// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/help_text.h"

#include "core/words/evidence_words.h"
#include "ui/dialogs/help_facts.h"

#include <QCoreApplication>

namespace lockkeeper::ui {

namespace {

struct Help {
    Q_DECLARE_TR_FUNCTIONS(lockkeeper::ui::Help)
};

HelpPage votes()
{
    return {HelpTopic::Votes, Help::tr("Masters and votes"),
        {Help::tr(
             "A lock is a key with a secret value, the token. Whoever stored the token holds the "
             "lock. Each master has one vote: it stores the token, or it does not."),
            Help::tr(
                "A lock is held by the token that a quorum of masters stores: more than half of "
                "them. Tokens are shown by the first eight digits of their SHA-1."),
            Help::tr(
                "A grey value is old: its master does not answer, or was not read yet. It shows "
                "what the master said last.")},
        {{Help::tr("held"), Help::tr("the master stores the leading token")},
            {Help::tr("another token"), Help::tr("it stores a different one")},
            {Help::tr("revoked"), Help::tr("it stores a tombstone: nobody holds it by that")},
            {Help::tr("free"), Help::tr("it stores none")},
            {Help::tr("no answer"), Help::tr("nothing is known: this is never taken for \"free\"")},
            {Help::tr("error"), Help::tr("it answered with an error; the detail shows it")}}};
}

HelpPage verdicts()
{
    return {HelpTopic::Verdicts, Help::tr("Verdicts"),
        {Help::tr("The verdict is what all votes add up to.")},
        {{Help::tr("held"), Help::tr("one token is stored by a quorum of masters")},
            {Help::tr("stale"), Help::tr("held, and there is evidence that somebody should look")},
            {Help::tr("deadlock"),
                Help::tr("held, and its holder waits for somebody who waits for this lock")},
            {Help::tr("minority"),
                Help::tr("a leftover: one token on fewer masters, and no token can have a quorum. "
                         "It holds nothing, but keeps others from these masters")},
            {Help::tr("split"),
                Help::tr("several tokens, and none can have a quorum. Nobody holds the lock; it "
                         "usually ends with their TTL")},
            {Help::tr("unknown"),
                Help::tr("the masters that did not answer could make a quorum: nobody can say")},
            {Help::tr("free"), Help::tr("no token, and none can have a quorum")},
            {Help::tr("+ \u00bb \u2191 \u2013"),
                Help::tr(
                    "behind a verdict, for a moment: the lock is new, was passed on to the next "
                    "holder, was renewed, is gone")}}};
}

HelpPage evidence()
{
    HelpPage page{HelpTopic::Evidence, Help::tr("Evidence"),
        {Help::tr("A lock is never stale because it is old. These facts make it so, and each is "
                  "named:")}};
    for (const auto kind : enumValues<observe::EvidenceKind>())
        page.facts.append({QString::fromStdString(words::shortEvidenceText({.kind = kind})),
            QString::fromStdString(words::evidenceHelp(kind))});
    return page;
}

HelpPage safety()
{
    return {HelpTopic::Safety, Help::tr("Is it safe to free?"),
        {Help::tr("The dialog of a release answers this first. Press Return on a lock to open it: "
                  "nothing is sent before you confirm.")},
        {{Help::tr("SAFE TO FREE"),
             Help::tr("the token identifies its holder's process, and that has ended")},
            {Help::tr("ALIVE"),
                Help::tr("that process runs, or it renewed the lock a moment ago. If you free the "
                         "lock, two may work at a time")},
            {Help::tr("NOT KNOWN"),
                Help::tr("neither is proven. Find the holder first, or revoke instead of "
                         "releasing")}}};
}

HelpPage revoking()
{
    return {HelpTopic::Revoke, Help::tr("Revoke"),
        {Help::tr(
             "Revoke takes the lock from its holder without giving it to anybody yet. Its token "
             "is replaced by a tombstone that keeps the TTL: the holder's next renewal fails, "
             "and nobody gets the lock before the old lease has surely ended."),
            Help::tr("Use it while the holder may live. It costs the time that is left of the "
                     "lease."),
            Help::tr("Some libraries would misread a tombstone. Their locks can't be revoked; the "
                     "button says so.")}};
}

HelpPage releasing()
{
    return {HelpTopic::Release, Help::tr("Release"),
        {Help::tr("Release deletes the token on all masters: the lock is free at once. Each master "
                  "compares the whole token first. If the holder changed meanwhile, nothing is "
                  "deleted."),
            Help::tr("If the holder lives, it does not know, and goes on working until its next "
                     "renewal. Use it when the holder is proven to be gone."),
            Help::tr(
                "A master that does not answer keeps its copy until the TTL ends. Tick \"finish "
                "when they answer\" to delete it there later."),
            Help::tr("There is no undo: bringing back a released lock is not safe.")}};
}

HelpPage afterwards()
{
    return {HelpTopic::Afterwards, Help::tr("Journal and reports"),
        {Help::tr(
             "Each release, revoke and acquire is written to the journal before it happens, "
             "with its reason, and again with its result; a sandbox's acquires are not. Without "
             "a journal nothing is sent. While a window is open, it also notes who got the lock "
             "next."),
            Help::tr(
                "Ctrl+Shift+E makes an incident report of the selected lock, or of the last "
                "hours: what was seen, decided and sent, and what came of it. An open "
                "window records what it sees; \"lockctl watch --record\" does so without one."),
            Help::tr("Ctrl+Shift+S exports the rows of a page as CSV or JSON, as they are filtered "
                     "and sorted.")}};
}

} // namespace

QList<HelpPage> helpPages()
{
    return {votes(), verdicts(), evidence(), safety(), revoking(), releasing(), afterwards(),
        {HelpTopic::Shortcuts, Help::tr("Shortcuts"), {}, shortcutFacts()}};
}

} // namespace lockkeeper::ui
