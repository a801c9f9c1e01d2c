// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace lockkeeper::ctl {

/// The page of `lockctl serve --board`, in each language, without data.
struct PageText {
    std::string board;
    std::string all;
    std::string oneOfAll;
    std::string policy; ///< Content-Security-Policy

    [[nodiscard]] static PageText make();
};

struct PageFiles {
    std::string html;
    std::string style;
    std::string script;
};
[[nodiscard]] PageFiles pageFiles();

} // namespace lockkeeper::ctl
