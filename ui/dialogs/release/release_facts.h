// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/observe/board/lock_entry.h"
#include "core/release/plan.h"

#include <QWidget>

class QFormLayout;

namespace lockkeeper::ui {

/// The lock as it was last seen: what a decision on its release rests on.
class ReleaseFacts final : public QWidget {
    Q_OBJECT
public:
    ReleaseFacts(const release::Plan& plan, const observe::LockEntry& entry, const Clock& clock,
        QWidget* parent = nullptr);

private:
    static void addFact(QFormLayout& form, const QString& caption, const QString& text);
    [[nodiscard]] static QWidget* createVotes(const release::Plan& plan);
};

} // namespace lockkeeper::ui
