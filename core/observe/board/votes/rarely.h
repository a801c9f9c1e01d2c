// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

namespace lockkeeper::observe {

/// A T in eight bytes while it has its default value.
template <class T> class LazyValue {
public:
    LazyValue() = default;
    ~LazyValue() = default;
    explicit LazyValue(T value)
        : m_value(value == T{} ? nullptr : std::make_unique<T>(std::move(value)))
    { }
    LazyValue(const LazyValue& other)
        : m_value(other.m_value ? std::make_unique<T>(*other.m_value) : nullptr)
    { }
    LazyValue(LazyValue&&) noexcept = default;
    LazyValue& operator=(const LazyValue& other)
    {
        if (this != &other)
            m_value = other.m_value ? std::make_unique<T>(*other.m_value) : nullptr;
        return *this;
    }
    LazyValue& operator=(LazyValue&&) noexcept = default;

    const T& operator*() const noexcept
    {
        static const T kUsual{};
        return m_value ? *m_value : kUsual;
    }
    const T* operator->() const noexcept { return &**this; }

    template <class Change> void edit(Change change)
    {
        if (!m_value)
            m_value = std::make_unique<T>();
        change(*m_value);
        if (*m_value == T{})
            m_value.reset();
    }

    friend bool operator==(const LazyValue& a, const LazyValue& b) { return *a == *b; }

private:
    std::unique_ptr<T> m_value;
};

} // namespace lockkeeper::observe
