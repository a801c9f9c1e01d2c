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

/// What a lock of somebody's own making stores as named members: a JSON object, or a hash.
class LockObject {
public:
    /// nullopt: the text is no JSON object, or one that is too large.
    [[nodiscard]] static std::optional<LockObject> parse(std::string_view value);
    explicit LockObject(const HashFields& fields);
    LockObject(LockObject&& other) noexcept;
    LockObject& operator=(LockObject&& other) noexcept;
    ~LockObject();

    /// True if it has a member that only locks have, such as `lockId` or `acquiredAt`.
    [[nodiscard]] bool hasLockMember() const;
    /// True for `"locked": false` or `"state": "released"`.
    [[nodiscard]] bool saysFree() const;
    [[nodiscard]] bool namesOwner() const;
    /// True if it says who holds a lock, since when or until when.
    [[nodiscard]] bool tellsOfHolder() const;
    [[nodiscard]] bool storesSecret() const;
    [[nodiscard]] Holder holder(WallTime now) const;
    /// The text or number of this member; `name` in lower case, without underscores.
    [[nodiscard]] std::optional<std::string> member(std::string_view name) const;
    /// The end that it states.
    [[nodiscard]] std::optional<WallTime> expiry(WallTime now) const;

private:
    struct Private;
    explicit LockObject(std::unique_ptr<Private> d);

    std::unique_ptr<Private> m_d;
};

/// True for the fields of a record that is named after a lock: a job `lock-of-the-door`. Pure.
[[nodiscard]] bool isRecord(const HashFields& fields);

/// True for `released`, `Not locked`, `released by web-3 at 1764060000`. Pure.
[[nodiscard]] bool saysFree(std::string_view text);

} // namespace lockkeeper::observe
