// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/master_words.h"
#include "core/words/outcome_words.h"
#include "ui/models/words/words.h"
#include "ui/models/words/words_context.h"

namespace lockkeeper::ui {
QString errorText(const Error& error)
{
    return QString::fromStdString(words::errorText(error));
}

QString shortLinkStateText(const redis::LinkStatus& link, SteadyTime now)
{
    return QString::fromStdString(words::shortLinkStateText(link, now));
}

QString linkStateText(const redis::LinkStatus& link, SteadyTime now)
{
    return QString::fromStdString(words::linkStateText(link, now));
}

QString masterResultText(release::MasterResult result)
{
    return QString::fromUtf8(words::resultText(result));
}

QString masterVoteText(const lock::MasterVote& vote)
{
    switch (vote.state) {
    case lock::MasterVote::State::Pending:
        return Words::tr("not waited for");
    case lock::MasterVote::State::Yes:
        return vote.latency ? Words::tr("yes, %1").arg(latencyText(*vote.latency))
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
