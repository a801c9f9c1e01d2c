// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/translate.h"

#include <span>

namespace lockkeeper::translations {

/// The texts of zh_CN.po.
[[nodiscard]] std::span<const Catalogue::Entry> simplifiedChinese() noexcept;

} // namespace lockkeeper::translations
