// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "core/enum_names.h"
#include "ui/window/main_window.h"

#include <QSize>
#include <QStringList>
#include <optional>
#include <variant>

namespace lockkeeper::gui {

struct ScreenshotRequest {
    enum class Dialog { Acquire, Release, AllowChanges, Connect, Switch, Report, Help };
    friend constexpr auto enumNames(Dialog /*of*/) noexcept
    {
        return std::array{"acquire", "release", "allow", "connect", "switch", "report", "help"};
    }

    QString file;
    QSize size{1280, 800};
    std::optional<Dialog> dialog{};
};

struct Options {
    bool isSandbox = false;
    std::vector<std::string> masters;
    std::optional<std::string> agent;
    std::optional<std::string> config;
    std::optional<std::string> deployment;
    std::vector<std::string> patterns;
    std::optional<QString> journalFile;
    std::optional<ui::Theme> theme;
    std::optional<ui::MainWindow::Page> page; ///< nullopt: the last one
    std::optional<ScreenshotRequest> screenshot;
};

struct Message {
    QString text;
    int exitCode = 0;
};

inline constexpr int kExitUsage = 64;
inline constexpr int kExitUnreachable = 69;
inline constexpr int kExitOutputLost = 74;

/// A message for --help, --version and errors. Needs a QCoreApplication.
[[nodiscard]] std::variant<Options, Message> parseOptions(const QStringList& arguments);

} // namespace lockkeeper::gui
