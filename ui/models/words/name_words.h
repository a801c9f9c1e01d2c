// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/formats/certainty.h"
#include "core/text/natural_order.h"

#include <QString>
#include <string>

// Words for names in journal and history. Unknown names stay unchanged.
namespace lockkeeper::ui {

[[nodiscard]] QString certaintyWord(observe::Certainty certainty);
[[nodiscard]] QString certaintyWord(const std::string& name);
[[nodiscard]] QString actionText(const std::string& name);
[[nodiscard]] QString masterStateText(const std::string& name);

[[nodiscard]] inline int compareNaturally(QStringView a, QStringView b) noexcept
{
    const auto units = [](QStringView text) {
        return std::u16string_view(text.utf16(), static_cast<std::size_t>(text.size()));
    };
    return naturalOrder(units(a), units(b));
}

} // namespace lockkeeper::ui
