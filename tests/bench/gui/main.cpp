// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/contender.h"
#include "tests/bench/gui/gui_bench.h"

#include <CLI/CLI.hpp>
#include <QApplication>

int main(int argc, char* argv[])
{
    using namespace lockkeeper::bench;
    if (const auto code = lockkeeper::lab::runContender(argc, argv))
        return *code;

    CLI::App app("Measures for how long the window blocks, and what it costs");
    GuiBenchOptions options;
    std::string platform = "offscreen";
    app.add_option("--locks", options.locks, "On five masters")->check(CLI::PositiveNumber);
    app.add_option("--changes", options.changes, "In a second");
    app.add_option("--ownerships", options.ownerships, "In the history over 30 days")
        ->check(CLI::PositiveNumber);
    app.add_option("--history", options.history,
        "The URL of an empty PostgreSQL database for it, instead of a file");
    app.add_option("--seconds", options.seconds, "Of each part")->check(CLI::PositiveNumber);
    app.add_option("--only", options.only, "One part of the measurements; faults: in no other run")
        ->check(CLI::IsMember({"start", "load", "changes", "sort", "filter", "group", "scroll",
            "hold", "dying", "loss", "timeline", "lab", "order", "faults"}));
    app.add_option("--platform", platform, "Qt's platform plugin: xcb shows the window");
    app.add_flag("--json", options.isJson, "Print JSON");
    CLI11_PARSE(app, argc, argv);

    qputenv("QT_QPA_PLATFORM", QByteArray::fromStdString(platform));
    const QApplication application(argc, argv);
    return runGuiBench(options);
}
