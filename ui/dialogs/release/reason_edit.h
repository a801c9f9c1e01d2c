// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace lockkeeper::ui {

/// The field for the reason of a release. It takes as much as the journal keeps of it, and says so
/// beside the field when that is not all.
[[nodiscard]] QLineEdit* createReasonEdit(QWidget* parent);

} // namespace lockkeeper::ui
