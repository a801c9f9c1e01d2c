// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/observe/formats/holder.h"
#include "core/observe/reading/key_reading.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace lockkeeper::observe {

/// Members of a home-made lock: a JSON object or a hash.
class LockObject {
public:
    [[nodiscard]] static std::optional<LockObject> parse(std::string_view value);
    explicit LockObject(const HashFields& fields);
    LockObject(LockObject&& other) noexcept;
    LockObject& operator=(LockObject&& other) noexcept;
    ~LockObject();

    /// Only locks have it: `lockId`, `acquiredAt`.
    [[nodiscard]] bool hasLockMember() const;
    /// `"locked": false` or `"state": "released"`.
    [[nodiscard]] bool saysFree() const;
    [[nodiscard]] bool namesOwner() const;
    [[nodiscard]] bool tellsOfHolder() const;
    [[nodiscard]] bool storesSecret() const;
    [[nodiscard]] Holder holder(WallTime now) const;
    /// A text or number; `name` in lower case, without underscores.
    [[nodiscard]] std::optional<std::string> member(std::string_view name) const;
    [[nodiscard]] std::optional<WallTime> expiry(WallTime now) const;

private:
    struct Private;
    explicit LockObject(std::unique_ptr<Private> d);

    std::unique_ptr<Private> m_d;
};

/// A record named after a lock: a job `lock-of-the-door`.
[[nodiscard]] bool isRecord(const HashFields& fields);

/// `released`, `Not locked`.
[[nodiscard]] bool saysFree(std::string_view text);

} // namespace lockkeeper::observe
