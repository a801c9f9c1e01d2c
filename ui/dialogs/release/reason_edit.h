// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace lockkeeper::ui {

/// Warns when the journal would cut the reason.
[[nodiscard]] QLineEdit* createReasonEdit(QWidget* parent);

} // namespace lockkeeper::ui
