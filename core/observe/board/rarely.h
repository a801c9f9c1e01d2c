// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

namespace lockkeeper::observe {

/// A T that usually has its default value, and then takes eight bytes. A value.
template <class T> class Rarely {
public:
    Rarely() = default;
    ~Rarely() = default;
    explicit Rarely(T value)
        : m_value(value == T{} ? nullptr : std::make_unique<T>(std::move(value)))
    { }
    Rarely(const Rarely& other)
        : m_value(other.m_value ? std::make_unique<T>(*other.m_value) : nullptr)
    { }
    Rarely(Rarely&&) noexcept = default;
    Rarely& operator=(const Rarely& other)
    {
        if (this != &other)
            m_value = other.m_value ? std::make_unique<T>(*other.m_value) : nullptr;
        return *this;
    }
    Rarely& operator=(Rarely&&) noexcept = default;

    const T& operator*() const noexcept
    {
        static const T kUsual{};
        return m_value ? *m_value : kUsual;
    }
    const T* operator->() const noexcept { return &**this; }

    /// Calls `change` with a T& to change the value.
    template <class Change> void edit(Change change)
    {
        if (!m_value)
            m_value = std::make_unique<T>();
        change(*m_value);
        if (*m_value == T{})
            m_value.reset();
    }

    friend bool operator==(const Rarely& a, const Rarely& b) { return *a == *b; }

private:
    std::unique_ptr<T> m_value; ///< null: T{}
};

} // namespace lockkeeper::observe
