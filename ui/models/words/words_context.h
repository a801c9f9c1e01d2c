// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace lockkeeper::ui {

/// For free functions: `Words::tr("...")`.
struct Words {
    Q_DECLARE_TR_FUNCTIONS(lockkeeper::ui::Words)
};

} // namespace lockkeeper::ui
