// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/words.h"

#include "core/text/display_safe.h"

#include <QCoreApplication>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(lockkeeper::ui::Words)
};

// The beginning of an id is enough to tell ids apart; a whole UUID only fills the column.
QString shortened(const QString& word)
{
    constexpr qsizetype kIdLength = 32;
    constexpr qsizetype kShownLength = 8;
    return word.size() >= kIdLength ? word.left(kShownLength) + u'…' : word;
}

QString detailText(const std::string& detail)
{
    QStringList words = safeText(detail).split(u' ');
    for (QString& word : words)
        word = shortened(word);
    return words.join(u' ');
}

// "api@web-3 pid 812"; unknown parts are left out.
QString processText(const observe::Holder& holder)
{
    QString text;
    if (holder.app && holder.host)
        text = u"%1@%2"_s.arg(safeText(*holder.app), safeText(*holder.host));
    else if (holder.app || holder.host)
        text = safeText(holder.app ? *holder.app : *holder.host);
    if (holder.pid) {
        const QString pid = Words::tr("pid %1").arg(*holder.pid);
        text = text.isEmpty() ? pid : text + u' ' + pid;
    }
    return text;
}

// The lock's mode, if it is not the usual one. Of several readers nothing is said: their number
// shows it.
QString modeText(const observe::DecodedLock& lock)
{
    if (lock.mode == observe::LockMode::Write)
        return Words::tr("writing");
    if (lock.mode == observe::LockMode::Read && lock.holders.size() == 1)
        return Words::tr("reading");
    return {};
}

QString leftoverText(const observe::Evidence& evidence)
{
    return Words::tr("leftover: on %1 of %2 masters, fewer than a quorum")
        .arg(evidence.votes)
        .arg(evidence.masters);
}

QString processGoneText(const observe::Evidence& evidence)
{
    const QString pid = evidence.pid ? QString::number(*evidence.pid) : Words::tr("unknown");
    return evidence.isPidReused
        ? Words::tr("holder is gone: another process has its pid %1 now").arg(pid)
        : Words::tr("holder is gone: no process with pid %1 on this host").arg(pid);
}

QString expiredText(const observe::Evidence& evidence)
{
    return evidence.expiredAt
        ? Words::tr("expired by its own timestamp, at %1").arg(wallTimeText(*evidence.expiredAt))
        : Words::tr("expired by its own timestamp");
}

QString timeText(const std::optional<std::chrono::milliseconds>& time)
{
    return time ? durationText(*time) : Words::tr("an unknown time");
}

} // namespace

QString safeText(const std::string& bytes)
{
    return QString::fromStdString(displaySafe(bytes));
}

QString toolTipText(const QString& plain)
{
    // The tags make Qt treat every tool tip as rich text, so that the escaped characters are shown
    // as they were.
    QString escaped = plain.toHtmlEscaped();
    escaped.replace(u'\n', u"<br>"_s);
    return u"<span>%1</span>"_s.arg(escaped);
}

QString verdictText(observe::Verdict verdict)
{
    switch (verdict) {
    case observe::Verdict::Held:
        return Words::tr("held");
    case observe::Verdict::Minority:
        return Words::tr("minority");
    case observe::Verdict::Split:
        return Words::tr("split");
    case observe::Verdict::Unknown:
        return Words::tr("unknown");
    case observe::Verdict::Free:
        return Words::tr("free");
    }
    return {};
}

QString stateText(observe::Verdict verdict, bool isStale)
{
    return verdict == observe::Verdict::Held && isStale ? Words::tr("stale") : verdictText(verdict);
}

QString changeText(Change change)
{
    switch (change) {
    case Change::None:
        return {};
    case Change::New:
        return Words::tr("new");
    case Change::NewHolder:
        return Words::tr("passed on");
    case Change::Renewed:
        return Words::tr("renewed");
    case Change::Gone:
        return Words::tr("gone");
    }
    return {};
}

QString changeSign(Change change)
{
    switch (change) {
    case Change::None:
        return {};
    case Change::New:
        return u"+"_s;
    case Change::NewHolder:
        return u"»"_s;
    case Change::Renewed:
        return u"↑"_s;
    case Change::Gone:
        return u"–"_s;
    }
    return {};
}

QString holderText(const observe::DecodedLock& lock)
{
    const observe::Holder& holder = lock.holder;
    QStringList parts;
    if (const QString process = processText(holder); !process.isEmpty())
        parts << process;
    if (holder.thread)
        parts << Words::tr("thread %1").arg(safeText(*holder.thread));
    if (holder.detail && parts.isEmpty())
        parts << u"%1 %2"_s.arg(safeText(lock.format), detailText(*holder.detail));
    else if (holder.detail)
        parts << detailText(*holder.detail);
    if (parts.isEmpty())
        parts << Words::tr("unknown owner");
    if (const QString mode = modeText(lock); !mode.isEmpty())
        parts << mode;
    if (lock.queueLength)
        parts << Words::tr("%1 waiting").arg(*lock.queueLength);
    return parts.join(Words::tr(", "));
}

QString libraryText(const observe::DecodedLock& lock)
{
    QString text = safeText(lock.format);
    for (const std::string& alternative : lock.alternatives)
        text = Words::tr("%1 or %2").arg(text, safeText(alternative));
    return text;
}

QString evidenceText(const observe::Evidence& evidence)
{
    switch (evidence.kind) {
    case observe::EvidenceKind::NeverExpires:
        return Words::tr("no TTL: it never expires on its own");
    case observe::EvidenceKind::MinorityLeftover:
        return leftoverText(evidence);
    case observe::EvidenceKind::HolderProcessGone:
        return processGoneText(evidence);
    case observe::EvidenceKind::ExpiredByOwnTimestamp:
        return expiredText(evidence);
    case observe::EvidenceKind::RenewalLate:
        return Words::tr("a renewal is late: the last %1 ago, after one every %2")
            .arg(timeText(evidence.time), timeText(evidence.measure));
    case observe::EvidenceKind::RenewalsStopped:
        return Words::tr("renewals stopped: the last %1 ago, after one every %2")
            .arg(timeText(evidence.time), timeText(evidence.measure));
    case observe::EvidenceKind::RenewedForLong:
        return Words::tr("renewed for %1, longer than %2")
            .arg(timeText(evidence.time), timeText(evidence.measure));
    case observe::EvidenceKind::HeldUnusuallyLong:
        return Words::tr("held for %1; usual is %2")
            .arg(timeText(evidence.time), timeText(evidence.measure));
    case observe::EvidenceKind::TtlTooLarge:
        return Words::tr("its TTL is above the %1 that locks may have here")
            .arg(timeText(evidence.measure));
    case observe::EvidenceKind::SplitVotes:
        return Words::tr("split: masters store different tokens, and none has a quorum");
    case observe::EvidenceKind::WrongType:
        return Words::tr("a master stores something else under this name");
    case observe::EvidenceKind::HolderConnectionGone:
        return Words::tr("no client has the name of its holder's connections: it has ended, was "
                         "cut off, or may not set it");
    }
    return {};
}

QString evidenceText(const std::vector<observe::Evidence>& evidence)
{
    QStringList parts;
    for (const observe::Evidence& one : evidence)
        parts << evidenceText(one);
    return parts.join(Words::tr("; "));
}

QString voteMarkText(VoteMark mark)
{
    switch (mark) {
    case VoteMark::Held:
        return Words::tr("held");
    case VoteMark::HeldOther:
        return Words::tr("held by another token");
    case VoteMark::Free:
        return Words::tr("free");
    case VoteMark::NoAnswer:
        return Words::tr("no answer");
    case VoteMark::Error:
        return Words::tr("error");
    }
    return {};
}

QString votesText(const observe::LockEntry& entry, const observe::Judgement& judgement)
{
    QStringList parts;
    for (const observe::Vote& vote : entry.votes) {
        parts << u"%1 %2"_s.arg(
            safeText(vote.master.value()), voteMarkText(voteMark(vote, judgement)));
    }
    return parts.join(Words::tr(", "));
}

VoteMark voteMark(const observe::Vote& vote, const observe::Judgement& judgement)
{
    switch (vote.state) {
    case observe::VoteState::Held:
        return vote.token == judgement.token ? VoteMark::Held : VoteMark::HeldOther;
    case observe::VoteState::Free:
        return VoteMark::Free;
    case observe::VoteState::NoAnswer:
        return VoteMark::NoAnswer;
    case observe::VoteState::Error:
        return VoteMark::Error;
    }
    return VoteMark::Error;
}

} // namespace lockkeeper::ui
