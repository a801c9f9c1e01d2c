// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/history/place.h"
#include "core/result.h"

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockkeeper::history {

/// Tombstones' formats, `lk1-revoked` and `lk1-revoked-hash`, as a schema index needs them.
inline constexpr const char* kTombstones
    = "x'6c6b312d7265766f6b6564', x'6c6b312d7265766f6b65642d68617368'";

/// Stands for a stale count: the recording ended.
inline constexpr int kNotRecorded = -1;

/// guarded() makes an Error of it.
class SqlError : public std::runtime_error {
public:
    enum class Kind {
        Other,
        Damaged, ///< not a valid database
        Lost, ///< the connection broke; a commit may have succeeded
        Superseded, ///< another recorder leads
    };
    SqlError(Kind kind, const std::string& text)
        : std::runtime_error(text)
        , m_kind(kind)
    { }
    [[nodiscard]] Kind kind() const noexcept { return m_kind; }

private:
    Kind m_kind;
};

struct DatabaseError {
    SqlError::Kind kind = SqlError::Kind::Other;
    Error error;
};
template <class T> using DatabaseResult = tl::expected<T, DatabaseError>;

[[nodiscard]] DatabaseError databaseError(const Place& place, const SqlError& failure);
[[nodiscard]] DatabaseError refusal(const Place& place, ErrorClass kind, const std::string& reason);

template <class Work>
auto guarded(const Place& place, Work work) -> DatabaseResult<decltype(work())>
{
    try {
        if constexpr (std::is_void_v<decltype(work())>) {
            work();
            return {};
        } else {
            return work();
        }
    } catch (const SqlError& failure) {
        return tl::make_unexpected(databaseError(place, failure));
    }
}

template <class T> Result<T> unwrapped(DatabaseResult<T> result)
{
    if (!result)
        return tl::make_unexpected(result.error().error);
    return std::move(*result);
}

/// For WallTime's maximum, the largest number.
[[nodiscard]] std::int64_t unixMs(WallTime time) noexcept;

/// Clamps times of damaged files.
[[nodiscard]] std::int64_t plausibleMs(std::int64_t read) noexcept;
[[nodiscard]] inline WallTime plausibleTime(std::int64_t unixMs) noexcept
{
    return WallTime(std::chrono::milliseconds(plausibleMs(unixMs)));
}

/// A back end's statement. Parameters count from 1, columns from 0.
class SqlStatement {
public:
    virtual ~SqlStatement() = default;
    virtual void reset() = 0;
    virtual void bind(int index, std::int64_t value) = 0;
    virtual void bindFlag(int index, bool value) = 0;
    virtual void bindBytes(int index, std::string_view bytes) = 0;
    virtual void bindNull(int index) = 0;
    /// Executes at first. False: no more rows.
    virtual bool next() = 0;
    /// Returns the number of changed rows.
    virtual std::int64_t exec() = 0;
    /// As exec(), perhaps only with a later statement of the transaction.
    virtual void run() { (void)exec(); }
    [[nodiscard]] virtual bool isNull(int column) const = 0;
    [[nodiscard]] virtual std::int64_t number(int column) const = 0; ///< 0 for null
    [[nodiscard]] virtual std::string bytes(int column) const = 0; ///< empty for null
};

enum class SchemaState { Empty, Old, Current, Newer, Foreign };

/// A connection to one history, in SQLite's SQL; another back end translates it. Times in
/// milliseconds since the Unix epoch. Throws SqlError.
class Sql {
public:
    virtual ~Sql() = default;
    [[nodiscard]] virtual std::unique_ptr<SqlStatement> prepare(const std::string& text) = 0;
    virtual void exec(const std::string& text) = 0;
    virtual void begin() = 0;
    virtual void commit() = 0;
    virtual void rollback() noexcept = 0;
    /// Reads until endReading() see one state. Not for recorders.
    virtual void beginReading() noexcept = 0;
    virtual void endReading() noexcept = 0;

    [[nodiscard]] virtual SchemaState schemaState() = 0;
    /// Checks the data and migrates it. Superseded: another recorder leads.
    virtual void prepareToWrite() = 0;
    /// See Database::restore().
    [[nodiscard]] virtual bool restore() { return false; }
    /// See Database::keepLead().
    virtual void keepLead() { }

    /// Changes with each write by others.
    [[nodiscard]] virtual std::int64_t version() = 0;
    /// 0: not limited.
    [[nodiscard]] virtual std::uint64_t usedBytes() = 0;
    /// Gives back some space. True: there is more. `isLast`: nothing else is deleted.
    [[nodiscard]] virtual bool shrink(bool isLast) = 0;
    /// False if deleted, replaced, or its connection is broken.
    [[nodiscard]] virtual bool isStillThere() const noexcept = 0;
};

enum class SqlAccess { Read, Record };
/// Blocks for disk or network.
[[nodiscard]] std::unique_ptr<Sql> openSql(const Place& place, SqlAccess access);

/// The file must exist. Blocks for the disk, and seconds for other writers.
[[nodiscard]] std::unique_ptr<Sql> openSqlite(const std::filesystem::path& file, SqlAccess access);
/// Blocks for the network: some seconds to connect, a minute per statement. A recorder's
/// transactions are Superseded once another leads.
[[nodiscard]] std::unique_ptr<Sql> openPostgres(const Place& place, SqlAccess access);

/// Binds values from the first parameter on.
class Statement {
public:
    Statement(Sql& sql, const std::string& text)
        : m_statement(sql.prepare(text))
    { }

    template <class... Values> Statement& with(const Values&... values)
    {
        m_statement->reset();
        int index = 0;
        (bind(++index, values), ...);
        return *this;
    }
    template <class Values> Statement& withAll(const Values& values)
    {
        m_statement->reset();
        int index = 0;
        for (const auto& value : values)
            bind(++index, value);
        return *this;
    }
    [[nodiscard]] bool next() { return m_statement->next(); }
    template <class Make> auto all(Make make)
    {
        std::vector<decltype(make(std::as_const(*this)))> rows;
        while (next())
            rows.push_back(make(*this));
        return rows;
    }
    [[nodiscard]] std::optional<std::int64_t> firstNumber()
    {
        const auto found = next() && !isNull(0) ? std::optional(number(0)) : std::nullopt;
        m_statement->reset();
        return found;
    }
    std::int64_t exec() { return m_statement->exec(); }
    void run() { m_statement->run(); }

    [[nodiscard]] bool isNull(int column) const { return m_statement->isNull(column); }
    [[nodiscard]] std::int64_t number(int column) const { return m_statement->number(column); }
    [[nodiscard]] std::string bytes(int column) const { return m_statement->bytes(column); }

private:
    template <std::integral T> void bind(int index, T value)
    {
        if constexpr (std::same_as<T, bool>)
            m_statement->bindFlag(index, value);
        else
            m_statement->bind(index, static_cast<std::int64_t>(value));
    }
    void bind(int index, WallTime time) { m_statement->bind(index, unixMs(time)); }
    void bind(int index, std::chrono::milliseconds time) { m_statement->bind(index, time.count()); }
    void bind(int index, std::string_view bytes) { m_statement->bindBytes(index, bytes); }
    template <class T> void bind(int index, const std::optional<T>& value)
    {
        if (value)
            bind(index, *value);
        else
            m_statement->bindNull(index);
    }

    std::unique_ptr<SqlStatement> m_statement;
};

class Transaction {
public:
    explicit Transaction(Sql& sql)
        : m_sql(sql)
    {
        m_sql.begin();
    }
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    ~Transaction()
    {
        if (!m_isCommitted)
            m_sql.rollback();
    }
    void commit()
    {
        m_sql.commit();
        m_isCommitted = true;
    }

private:
    Sql& m_sql;
    bool m_isCommitted = false;
};

} // namespace lockkeeper::history
