// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>
#include <optional>

namespace lockkeeper::ui {

/// How well a title fits what was typed; less is better. nullopt: not at all. All words must be in
/// the title, best at its beginning; or else the typed characters must be in it in their order
/// ("swd" for "Switch deployment"). Case is ignored. Nothing typed fits everything.
[[nodiscard]] std::optional<int> titleMatch(QStringView typed, QStringView title);

} // namespace lockkeeper::ui
