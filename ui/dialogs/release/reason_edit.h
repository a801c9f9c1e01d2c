// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace lockkeeper::ui {

/// The field for a reason. Warns when the journal would cut it.
[[nodiscard]] QLineEdit* createReasonEdit(QWidget* parent);

} // namespace lockkeeper::ui
