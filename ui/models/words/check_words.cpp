// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/words/check_words.h"

#include "ui/models/words/words.h"

namespace lockkeeper::ui {
QString stepText(check::Step step)
{
    switch (step) {
    case check::Step::Lookup:
        return Words::tr("Name lookup");
    case check::Step::Connection:
        return Words::tr("Connection");
    case check::Step::Encryption:
        return Words::tr("TLS");
    case check::Step::Login:
        return Words::tr("Login");
    case check::Step::Permissions:
        return Words::tr("Permissions");
    case check::Step::Role:
        return Words::tr("Role");
    case check::Step::Identity:
        return Words::tr("Identity");
    case check::Step::Clock:
        return Words::tr("Clock");
    case check::Step::Eviction:
        return Words::tr("Eviction");
    case check::Step::Memory:
        return Words::tr("Memory");
    case check::Step::Persistence:
        return Words::tr("Persistence");
    case check::Step::Push:
        return Words::tr("Push");
    case check::Step::Keys:
        break;
    }
    return Words::tr("Keys");
}

check::StepState shownState(const check::StepOutcome& outcome)
{
    return outcome.state == check::StepState::Done && !outcome.cure.empty()
        ? check::StepState::Warning
        : outcome.state;
}

QString stepStateText(check::StepState state)
{
    switch (state) {
    case check::StepState::Pending:
        return Words::tr("waiting");
    case check::StepState::Done:
        return Words::tr("done");
    case check::StepState::Warning:
        return Words::tr("warning");
    case check::StepState::Failed:
        return Words::tr("failed");
    case check::StepState::Skipped:
        break;
    }
    return Words::tr("not checked");
}

QString prefixText(const check::PrefixCount& prefix)
{
    const QString keys
        = prefix.keys == 1 ? Words::tr("1 key") : Words::tr("%L1 keys").arg(prefix.keys);
    return Words::tr("%1  %2", "pattern, number of keys").arg(safeText(prefix.pattern), keys);
}

QString deploymentClassText(config::DeploymentClass deploymentClass)
{
    switch (deploymentClass) {
    case config::DeploymentClass::Production:
        return Words::tr("Production");
    case config::DeploymentClass::Staging:
        return Words::tr("Staging");
    case config::DeploymentClass::Development:
        return Words::tr("Development");
    case config::DeploymentClass::Unclassified:
        break;
    }
    return Words::tr("Unclassified");
}

} // namespace lockkeeper::ui
