// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "ui/window/main_window.h"

#include <QSize>
#include <QStringList>
#include <optional>
#include <variant>

namespace lockkeeper::gui {

/// Asks to draw the window into a PNG file instead of opening it.
struct ScreenshotRequest {
    /// A dialog to draw above the page.
    enum class Dialog { None, Acquire, Release, AllowChanges, Connect, Switch, Report, Help };

    QString file;
    /// In pixels.
    QSize size{1280, 800};
    Dialog dialog = Dialog::None;
};

/// The parsed command line.
struct Options {
    bool isSandbox = false;
    std::vector<std::string> masters;
    std::optional<std::string> agent; ///< the URL of a `lockctl serve`
    std::optional<std::string> config; ///< the deployments file; nullopt: the default one
    std::optional<std::string> deployment; ///< the name of a deployment in it
    std::vector<std::string> patterns;
    std::optional<QString> journalFile;
    std::optional<ui::Theme> theme;
    std::optional<ui::MainWindow::Page> page; ///< nullopt: the one that was shown last
    std::optional<ScreenshotRequest> screenshot;
};

/// A text to print before the program ends: on standard output if `exitCode` is 0, else on standard
/// error.
struct Message {
    QString text;
    int exitCode = 0;
};

inline constexpr int kExitUsage = 64;
inline constexpr int kExitUnreachable = 69;
inline constexpr int kExitOutputLost = 74;

/// Parses the command line. Returns a message for --help, --version and mistakes (exit code 64).
/// Needs a QCoreApplication. Has no effects.
[[nodiscard]] std::variant<Options, Message> parseOptions(const QStringList& arguments);

} // namespace lockkeeper::gui
