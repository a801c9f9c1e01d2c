// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/words/words.h"

#include "core/observe/formats/tombstone.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"
#include "core/words/evidence_words.h"
#include "core/words/lock_words.h"
#include "core/words/master_words.h"
#include "core/words/outcome_words.h"
#include "core/words/time_words.h"
#include "ui/models/words/text_parts.h"

#include <QStringList>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

QString breakable(const QString& plain)
{
    constexpr qsizetype kMost = 2000;
    constexpr qsizetype kLongestWord = 80;
    constexpr QChar kMayEndHere(0x200b);
    QString text;
    qsizetype word = 0;
    for (const QChar character : plain.size() > kMost ? plain.first(kMost) + u'\u2026' : plain) {
        word = character.isSpace() ? 0 : word + 1;
        if (word > kLongestWord && !character.isLowSurrogate()) {
            text += kMayEndHere;
            word = 1;
        }
        text += character;
    }
    return text;
}

} // namespace

QString safeText(const std::string& bytes)
{
    return toQt(displaySafe(bytes));
}

QString safeText(const Resource& resource)
{
    return resource.value().empty() ? u"''"_s : safeText(resource.value());
}

QString nameText(const std::string& bytes)
{
    constexpr QChar kIsolate(0x2068);
    constexpr QChar kEnd(0x2069);
    const QString text = safeText(Resource(bytes));
    const bool isMixed = std::any_of(text.begin(), text.end(), [](QChar character) {
        return character.direction() == QChar::DirR || character.direction() == QChar::DirAL;
    });
    return isMixed ? kIsolate + text + kEnd : text;
}

QString wholeText(const std::string& bytes)
{
    return toQt(displaySafe(bytes, bytes.size() + 1));
}

std::string typedBytes(const QString& text)
{
    return fromDisplaySafe(text.toStdString());
}

bool isNameOf(const QString& text, const std::string& bytes)
{
    return text == wholeText(bytes) || text.toStdString() == bytes;
}

bool mayBecomeNameOf(const QString& text, const std::string& bytes)
{
    return wholeText(bytes).startsWith(text) || bytes.starts_with(text.toStdString());
}

QString quorumText(const observe::QuorumState& state)
{
    if (state.masters > 1 || !state.isLost())
        return toQt(words::quorumText(state));
    return state.up == 0      ? Words::tr("no answer: no lock can be judged")
        : state.readable == 0 ? Words::tr("not all keys can be read: no lock can be judged")
                              : Words::tr("no vote yet: no lock can be taken");
}

QString toolTipText(const QString& plain)
{
    if (plain.isEmpty())
        return {};
    // The tag makes it rich text: escaped characters show.
    QString escaped = breakable(plain).toHtmlEscaped();
    escaped.replace(u'\n', u"<br>"_s);
    return u"<span>%1</span>"_s.arg(escaped);
}

QString deploymentWord(const config::Deployment& deployment)
{
    return toQt(words::lookOf(deployment).word);
}

QString frameWord(const config::Deployment& deployment)
{
    const bool isFramed = !deployment.isSandbox
        && deployment.deploymentClass == config::DeploymentClass::Production;
    return isFramed ? deploymentWord(deployment) : QString();
}

QString patternsText(const config::Deployment& deployment)
{
    if (deployment.patterns.empty())
        return Words::tr("any key");
    QStringList patterns;
    for (const auto& pattern : deployment.patterns)
        patterns << safeText(pattern);
    return listText(patterns);
}

QString readOnlyHint(const QString& refusal)
{
    if (!refusal.isEmpty())
        return refusal;
    return Words::tr("The deployment is read-only here: choose \u201cAllow changes\u2026\u201d "
                     "in the Lock menu first.");
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

QString holderByVotes(
    const observe::LockEntry& entry, const observe::Judgement& judgement, const QString& holder)
{
    return toQt(words::holderByVotes(entry, judgement, holder.toStdString()));
}

QString holderText(const observe::DecodedLock& lock)
{
    if (observe::isTombstone(lock.format) && lock.holder.detail)
        return safeText(trData(*lock.holder.detail, "holder"));
    return toQt(words::holderText(lock, words::Ids::Short));
}

QString votesText(const observe::LockEntry& entry, const observe::Judgement& judgement)
{
    QStringList parts;
    for (const observe::Vote& vote : entry.votes)
        parts << u"%1 %2"_s.arg(
            safeText(vote.master.value()), toQt(words::voteText(entry, vote, judgement.token)));
    return partsText(parts);
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

QDateTime utcTime(WallTime time)
{
    return QDateTime::fromMSecsSinceEpoch(sinceEpoch(time).count(), Qt::UTC);
}

QString durationText(std::chrono::milliseconds duration)
{
    return toQt(words::durationText(duration));
}

QString errorText(const Error& error)
{
    return toQt(words::errorText(error));
}

QString masterVoteText(const lock::MasterVote& vote)
{
    switch (vote.state) {
    case lock::MasterVote::State::Pending:
        return Words::tr("not waited for");
    case lock::MasterVote::State::Yes:
        return vote.latency ? Words::tr("yes, %1").arg(toQt(words::latencyText(*vote.latency)))
                            : Words::tr("yes");
    case lock::MasterVote::State::No:
        return Words::tr("no");
    case lock::MasterVote::State::Failed:
        return vote.error ? errorText({vote.error->kind, vote.error->text, {}})
                          : Words::tr("failed");
    }
    return {};
}

QString leaseStateText(LeaseStatus state)
{
    switch (state) {
    case LeaseStatus::Held:
        return Words::tr("held");
    case LeaseStatus::Lost:
        return Words::tr("lost");
    case LeaseStatus::Ended:
        return Words::tr("ended");
    case LeaseStatus::Released:
        return Words::tr("released");
    }
    return {};
}

} // namespace lockkeeper::ui
