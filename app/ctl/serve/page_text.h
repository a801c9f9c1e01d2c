// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace lockkeeper::ctl {

/// The page of `lockctl serve --board`, made of resources/board, with words in each language and no
/// data.
struct PageText {
    std::string board;
    std::string all;
    std::string oneOfAll;
    std::string policy; ///< Content-Security-Policy: nothing else may run

    [[nodiscard]] static PageText make();
};

struct PageFiles {
    std::string html;
    std::string style;
    std::string script;
};
[[nodiscard]] PageFiles pageFiles();

} // namespace lockkeeper::ctl
