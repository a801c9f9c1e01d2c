// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/words.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(lockkeeper::ui::Words)
};

// Words for the error classes of connections. Empty for other classes. The error's own text is
// added by withReason().
QString connectionClassText(ErrorClass kind)
{
    switch (kind) {
    case ErrorClass::Unreachable:
        return Words::tr("not connected");
    case ErrorClass::ConnectionLost:
        return Words::tr("connection lost");
    case ErrorClass::Timeout:
        return Words::tr("no reply in time");
    case ErrorClass::NotRedis:
        return Words::tr("not a Redis server");
    case ErrorClass::AuthRequired:
        return Words::tr("a password is required");
    case ErrorClass::WrongPassword:
        return Words::tr("wrong password");
    case ErrorClass::NoPermission:
        return Words::tr("not permitted");
    default:
        return {};
    }
}

QString serverClassText(ErrorClass kind)
{
    switch (kind) {
    case ErrorClass::ReadOnly:
        return Words::tr("read-only server");
    case ErrorClass::TooFewReplicas:
        return Words::tr("the server has too few replicas to write");
    case ErrorClass::TooManyClients:
        return Words::tr("the server takes no more connections");
    case ErrorClass::Loading:
        return Words::tr("the server is loading its data");
    case ErrorClass::Busy:
        return Words::tr("the server is busy with a script");
    case ErrorClass::OutOfMemory:
        return Words::tr("the server is out of memory");
    case ErrorClass::Misconfigured:
        return Words::tr("the server can't write to its disk");
    case ErrorClass::NoScript:
        return Words::tr("the server does not know the script");
    case ErrorClass::WrongType:
        return Words::tr("the key is of another type");
    case ErrorClass::ServerError:
        return Words::tr("server error");
    default:
        return {};
    }
}

QString ownClassText(ErrorClass kind)
{
    switch (kind) {
    case ErrorClass::InvalidArgument:
        return Words::tr("invalid argument");
    case ErrorClass::InvalidUrl:
        return Words::tr("not a valid URL");
    case ErrorClass::TlsFailed:
        return Words::tr("TLS failed");
    case ErrorClass::Unsupported:
        return Words::tr("not supported");
    case ErrorClass::NoQuorum:
        return Words::tr("no quorum");
    case ErrorClass::LeaseLost:
        return Words::tr("the lease is lost");
    case ErrorClass::HolderChanged:
        return Words::tr("the holder changed");
    case ErrorClass::Journal:
        return Words::tr("journal error");
    case ErrorClass::TooManyKeys:
        return Words::tr("too many keys");
    case ErrorClass::System:
        return Words::tr("the system refused");
    default:
        return {};
    }
}

QString classText(ErrorClass kind)
{
    QString text = connectionClassText(kind);
    if (text.isEmpty())
        text = serverClassText(kind);
    return text.isEmpty() ? ownClassText(kind) : text;
}

QString withReason(const QString& what, const std::string& reason)
{
    const QString text = safeText(reason);
    return text.isEmpty() || text == what ? what : Words::tr("%1: %2").arg(what, text);
}

QString silentText(const redis::LinkStatus& link, SteadyTime now)
{
    if (!link.lastReply)
        return Words::tr("no answer");
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - *link.lastReply);
    return Words::tr("no answer for %1 s").arg(std::max<qint64>(0, seconds.count()));
}

QString refusedText(const std::optional<Error>& error)
{
    if (!error)
        return Words::tr("refused");
    if (error->kind == ErrorClass::NotRedis)
        return classText(error->kind);
    const QString known = connectionClassText(error->kind);
    return Words::tr("refused: %1").arg(known.isEmpty() ? safeText(error->text) : known);
}

} // namespace

QString errorText(const Error& error)
{
    const QString text = withReason(classText(error.kind), error.text);
    return error.master.isEmpty() ? text : u"%1: %2"_s.arg(safeText(error.master.value()), text);
}

QString linkStateText(const redis::LinkStatus& link, SteadyTime now)
{
    switch (link.state) {
    case redis::LinkState::Connecting:
        return Words::tr("connecting");
    case redis::LinkState::Up:
        return link.latency ? Words::tr("up %1").arg(latencyText(*link.latency)) : Words::tr("up");
    case redis::LinkState::Silent:
        return silentText(link, now);
    case redis::LinkState::Down:
        return withReason(Words::tr("down"), link.error ? link.error->text : std::string());
    case redis::LinkState::Refused:
        return refusedText(link.error);
    }
    return {};
}

QString masterResultText(release::MasterResult result)
{
    switch (result) {
    case release::MasterResult::Released:
        return Words::tr("released");
    case release::MasterResult::AlreadyGone:
        return Words::tr("already gone");
    case release::MasterResult::AnotherHolder:
        return Words::tr("another holder has it: left alone");
    case release::MasterResult::Unreachable:
        return Words::tr("not connected: nothing was sent");
    case release::MasterResult::Refused:
        return Words::tr("refused: nothing was deleted");
    case release::MasterResult::Unknown:
        return Words::tr("no answer: it may or may not be released");
    case release::MasterResult::NotSent:
        return Words::tr("still held: nothing was sent");
    }
    return {};
}

QString masterVoteText(const lock::MasterVote& vote)
{
    switch (vote.state) {
    case lock::MasterVote::State::Pending:
        return Words::tr("not waited for");
    case lock::MasterVote::State::Yes:
        return vote.latency ? Words::tr("yes, %1").arg(latencyText(*vote.latency))
                            : Words::tr("yes");
    case lock::MasterVote::State::No:
        return Words::tr("no");
    case lock::MasterVote::State::Failed:
        return vote.error ? withReason(classText(vote.error->kind), vote.error->text)
                          : Words::tr("failed");
    }
    return {};
}

QString leaseStateText(LeaseStatus state)
{
    switch (state) {
    case LeaseStatus::Held:
        return Words::tr("held");
    case LeaseStatus::Lost:
        return Words::tr("lost");
    case LeaseStatus::Released:
        return Words::tr("released");
    }
    return {};
}

} // namespace lockkeeper::ui
