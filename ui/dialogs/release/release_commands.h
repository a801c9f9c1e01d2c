// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/plan.h"

#include <QWidget>

class QPlainTextEdit;

namespace lockkeeper::ui {

/// The commands of a plan as redis-cli lines, which can be copied.
class ReleaseCommands final : public QWidget {
    Q_OBJECT
public:
    explicit ReleaseCommands(const release::Plan& plan, QWidget* parent = nullptr);

    /// Shows another plan of the same kind.
    void show(const release::Plan& plan);

private:
    QPlainTextEdit* m_text;
};

} // namespace lockkeeper::ui
