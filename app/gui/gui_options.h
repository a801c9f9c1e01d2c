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

/// Draw the window into a file instead of opening it.
struct ScreenshotOrder {
    /// A page, or a dialog above the locks.
    enum class Dialog { None, Acquire, Release };

    QString file;
    QSize size{1280, 800};
    ui::MainWindow::Page page = ui::MainWindow::Page::Locks;
    Dialog dialog = Dialog::None;
};

/// What the command line asks for.
struct Options {
    bool isSandbox = false;
    std::vector<std::string> masters;
    std::vector<std::string> patterns;
    std::optional<QString> journalFile;
    std::optional<ui::Theme> theme;
    std::optional<ScreenshotOrder> screenshot;
};

/// Print this and end: on standard output if `exitCode` is 0, else on standard error.
struct Message {
    QString text;
    int exitCode = 0;
};

inline constexpr int kExitUsage = 64;
inline constexpr int kExitUnreachable = 69;

/// Reads the command line. Needs a QCoreApplication for --help. Pure otherwise.
[[nodiscard]] std::variant<Options, Message> parseOptions(const QStringList& arguments);

} // namespace lockkeeper::gui
