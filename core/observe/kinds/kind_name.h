// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/kinds/kind_token.h"

namespace lockkeeper::observe {

/// A key's name with placeholders for its variable parts: `order:42:lock` is of the kind
/// `order:<n>:lock`.
///
/// | placeholder | stands for |
/// |---|---|
/// | `<uuid>` | a uuid with dashes |
/// | `<hex>` | 8 or more hex digits with a letter: a digest, an id |
/// | `<n>` | a number, also one of three digits or more behind a word |
/// | `<date>` | a date, with or without a time |
/// | `<id>` | random letters and digits |
/// | `<email>`, `<ip>` | an address |
/// | `<bytes>` | control characters, and bytes that are no UTF-8 |
/// | `<rest>` | what follows the first 256 bytes |
///
/// A `<` or a backslash of the name itself gets a backslash, so that different kinds never have the
/// same text. Text from a server: pass it through displaySafe() before showing it. Takes any bytes.
/// Pure.
[[nodiscard]] inline std::string kindOfName(std::string_view name)
{
    return kindText(tokensOfName(name));
}

} // namespace lockkeeper::observe
