// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/text/random_bytes.h"

#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <cerrno>
#include <sys/random.h>
#include <system_error>

namespace lockkeeper {

Result<std::string> randomBytes(std::size_t count)
{
    std::string bytes(count, '\0');
    const auto read = ::getrandom(bytes.data(), bytes.size(), GRND_NONBLOCK);
    if (read == static_cast<ssize_t>(bytes.size()))
        return bytes;
    const int reason = read < 0 ? errno : EIO;
    return fail(ErrorClass::System,
        absl::Substitute(trNoop("the system gave no random numbers: $0", "data"),
            std::generic_category().message(reason)));
}

} // namespace lockkeeper
