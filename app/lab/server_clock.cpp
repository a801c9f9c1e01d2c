// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/server_clock.h"

#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <cstdint>
#include <fstream>
#include <string_view>

// Embedded, to need no install path.
// NOLINTNEXTLINE(hicpp-no-assembler): the bytes of a file
asm(".section .rodata\n"
    "lockkeeperClockShim:\n"
    ".incbin \"" LOCKKEEPER_CLOCK_SHIM "\"\n"
    "lockkeeperClockShimEnd:\n"
    ".previous\n");
extern const char theShim[] asm("lockkeeperClockShim");
extern const char theShimEnd[] asm("lockkeeperClockShimEnd");

namespace lockkeeper::lab {
namespace {

/// In one write: a server that maps the file sees all or nothing.
Result<void> writeFile(const std::filesystem::path& file, std::string_view bytes)
{
    std::ofstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
    if (!stream.is_open())
        stream.open(file, std::ios::binary);
    stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size())).flush();
    if (stream)
        return {};
    return fail(
        ErrorClass::System, absl::Substitute(trNoop("can't write $0", "data"), file.native()));
}

} // namespace

Result<ServerClock> ServerClock::make(
    const std::filesystem::path& directory, const std::string& name)
{
    ServerClock clock(directory / "clock.so", directory / (name + ".clock"));
    const std::string_view shim(theShim, static_cast<std::size_t>(theShimEnd - theShim));
    std::error_code isMissing;
    const bool isThere = std::filesystem::exists(clock.m_shim, isMissing);
    auto written = isThere ? Result<void>() : writeFile(clock.m_shim, shim);
    return written.and_then([&] { return clock.setAhead({}); }).map([&] { return clock; });
}

std::vector<std::string> ServerClock::environment() const
{
    return {"LD_PRELOAD=" + m_shim.native(), "LOCKKEEPER_CLOCK=" + m_advance.native()};
}

Result<void> ServerClock::setAhead(std::chrono::milliseconds ahead) const
{
    const std::int64_t advance = ahead.count();
    return writeFile(m_advance, {reinterpret_cast<const char*>(&advance), sizeof advance});
}

} // namespace lockkeeper::lab
