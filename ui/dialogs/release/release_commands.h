// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/plan.h"

#include <QWidget>

class QPlainTextEdit;

namespace lockkeeper::ui {

/// A plan's commands as redis-cli lines.
class ReleaseCommands final : public QWidget {
    Q_OBJECT
public:
    explicit ReleaseCommands(const release::Plan& plan, QWidget* parent = nullptr);

    void show(const release::Plan& plan);

private:
    QPlainTextEdit* m_text;
};

} // namespace lockkeeper::ui
