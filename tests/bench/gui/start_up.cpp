// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gui/start_up.h"

#include "tests/bench/gui/page_bed.h"
#include "tests/bench/measure.h"
#include "tests/bench/observe/bare_sweep.h"
#include "tests/bench/servers.h"
#include "ui/dialogs/dialog_prompter.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QTemporaryDir>
#include <stdexcept>

namespace lockkeeper::bench {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMasters = 5;

} // namespace

StartUp measureStartUp(std::size_t locks, std::chrono::seconds idle)
{
    const Servers servers(kMasters);
    storeLocks(servers.ports(kMasters), locks);
    config::Deployment deployment = servers.deployment(kMasters);
    deployment.patterns = {"lock:*"};
    const QTemporaryDir directory;
    QSettings settings(directory.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    ui::Theming theming(*qApp);
    ui::DialogPrompter prompter;
    const observe::LocalProcessProbe processes;

    StartUp result;
    StallWatch stalls;
    const auto start = std::chrono::steady_clock::now();
    const auto age = [&start] {
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
            .count();
    };
    ui::Session session({.deployment = deployment,
                            .owner = lock::Owner::thisProcess("bench"),
                            .journalFile = directory.filePath(QStringLiteral("j")).toStdString()},
        systemClock(), processes);
    ui::MainWindow window(&session, {settings, prompter, theming, {}});
    window.show();
    waitFor([&] { return session.filteredLocks().rowCount() > 0; }, 60s);
    window.repaint();
    result.firstRows = age();
    const auto isWhole = [&] {
        return session.filteredLocks().rowCount() == static_cast<int>(locks)
            && !session.locks().isBehind();
    };
    waitFor(isWhole, 60s);
    if (!isWhole())
        throw std::runtime_error("not all locks are shown");
    window.repaint();
    result.allRows = age();
    result.blockedRarely = stalls.percentile(0.999);
    result.blockedEver = stalls.max();
    result.blockedByOwnWork = stalls.ownMax();
    if (idle == 0s)
        return result;
    stalls.stop();
    (void)waitFor([] { return false; }, 2s);
    const double cpu = cpuSeconds();
    (void)waitFor([] { return false; }, idle);
    result.idlePercent = 100 * (cpuSeconds() - cpu) / std::chrono::duration<double>(idle).count();
    result.megabytes = residentBytes() / 1e6;
    return result;
}

} // namespace lockkeeper::bench
