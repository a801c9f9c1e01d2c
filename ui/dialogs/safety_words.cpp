// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/safety_words.h"

#include "ui/models/entry_words.h"
#include "ui/models/words.h"

#include <QCoreApplication>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

using observe::ProcessState;
using release::RenewalClue;
using release::SafetyVerdict;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(lockkeeper::ui::SafetyWords)
};

QString processName(const SafetyVerdict& verdict)
{
    return verdict.pid ? Words::tr("its process %1").arg(*verdict.pid) : Words::tr("its process");
}

QString endedText(const SafetyVerdict& verdict)
{
    const QString checked = agoText(verdict.processCheckAge);
    return verdict.process == ProcessState::Replaced
        ? Words::tr("%1 has ended, and another one has its pid now (checked %2)")
              .arg(processName(verdict), checked)
        : Words::tr("%1 has ended (checked %2)").arg(processName(verdict), checked);
}

QString unnamedText(const SafetyVerdict& verdict)
{
    return verdict.pid ? Words::tr("its value gives a pid, but not of which host or container")
                       : Words::tr("its value names no process");
}

QString processText(const SafetyVerdict& verdict)
{
    if (!verdict.isProcessNamed)
        return unnamedText(verdict);
    switch (verdict.process) {
    case ProcessState::Running:
        return Words::tr("%1 runs on this host (checked %2)")
            .arg(processName(verdict), agoText(verdict.processCheckAge));
    case ProcessState::Gone:
    case ProcessState::Replaced:
        return verdict.mayOutliveProcess
            ? Words::tr("%1, but lockctl may have left the lock to its TTL on purpose")
                  .arg(endedText(verdict))
            : Words::tr("%1, but a renewal was seen since").arg(endedText(verdict));
    case ProcessState::Unknown:
        break;
    }
    return Words::tr("%1 is of another host, boot or container, or hidden")
        .arg(processName(verdict));
}

QString renewalText(const SafetyVerdict& verdict)
{
    const int count = static_cast<int>(verdict.renewals);
    switch (verdict.renewal) {
    case RenewalClue::NotWatched:
        return Words::tr("not watched long enough to see renewals");
    case RenewalClue::NoneSeen:
        return Words::tr("no renewal was seen in %1").arg(durationText(verdict.renewalAge));
    case RenewalClue::Recent:
        return count == 1
            ? Words::tr("renewed %1, once").arg(agoText(verdict.renewalAge))
            : Words::tr("renewed %1, %2 times").arg(agoText(verdict.renewalAge)).arg(count);
    case RenewalClue::Overdue:
        return count == 1
            ? Words::tr("last renewed %1, once").arg(agoText(verdict.renewalAge))
            : Words::tr("last renewed %1, %2 times").arg(agoText(verdict.renewalAge)).arg(count);
    }
    return {};
}

QString aliveText(const SafetyVerdict& verdict)
{
    const bool isRunning = verdict.process == ProcessState::Running;
    if (isRunning && verdict.renewal == RenewalClue::Recent)
        return Words::tr("%1; %2").arg(processText(verdict), renewalText(verdict));
    return isRunning ? processText(verdict) : renewalText(verdict);
}

QString doubtText(const SafetyVerdict& verdict)
{
    if (verdict.isOtherToken)
        return Words::tr("the value of this token was not read yet");
    if (verdict.isRevoked)
        return Words::tr(
            "it was revoked, and the lease of its former holder may last as long as its TTL");
    const QString text = Words::tr("nothing tells whether the holder lives: %1; %2")
                             .arg(processText(verdict), renewalText(verdict));
    return verdict.isConnectionGone
        ? Words::tr("%1; no client has the name of its connections, but it may only be cut off")
              .arg(text)
        : text;
}

QString leftoverText(const release::Forecast& forecast, WallTime wallNow)
{
    if (forecast.isLeftoverEndless)
        return Words::tr("a leftover there that never expires");
    if (!forecast.leftover)
        return Words::tr("what they store is not known");
    return Words::tr("a leftover there until %1").arg(endTimeText(wallNow, *forecast.leftover));
}

} // namespace

QString safetyWord(release::Safety safety)
{
    switch (safety) {
    case release::Safety::SafeToFree:
        return Words::tr("SAFE TO FREE");
    case release::Safety::Alive:
        return Words::tr("ALIVE");
    case release::Safety::NotKnown:
        break;
    }
    return Words::tr("NOT KNOWN");
}

QString safetyReason(const release::SafetyVerdict& verdict)
{
    switch (verdict.safety) {
    case release::Safety::SafeToFree:
        return endedText(verdict);
    case release::Safety::Alive:
        return aliveText(verdict);
    case release::Safety::NotKnown:
        break;
    }
    return doubtText(verdict);
}

QString forecastSentence(const release::Forecast& forecast, WallTime wallNow)
{
    const QString reached
        = Words::tr("%1 of %2 masters now").arg(forecast.reached).arg(forecast.masters);
    if (forecast.silent.empty())
        return reached;
    QStringList names;
    for (const MasterId& master : forecast.silent)
        names << safeText(master.value());
    const QString silent
        = names.size() == 1 ? Words::tr("%1 is silent: %2") : Words::tr("%1 are silent: %2");
    const QString text = Words::tr("%1; %2").arg(
        reached, silent.arg(names.join(Words::tr(", ")), leftoverText(forecast, wallNow)));
    return forecast.mayKeepQuorum ? Words::tr("%1; the holder may keep its quorum").arg(text)
                                  : text;
}

} // namespace lockkeeper::ui
