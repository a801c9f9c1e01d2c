// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zookeeper/protocol.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace lockkeeper::observe {

/// As last read, with its known children.
struct Node {
    /// Longer data is cut: it names no holder.
    static constexpr std::size_t kMostData = 1024;

    zookeeper::Stat stat{};
    std::string data{};
    bool isRead = false; ///< `stat` and `data` are known
    bool isPartial = false; ///< its children can't be listed
    std::map<std::string, std::unique_ptr<Node>, std::less<>> children{};

    [[nodiscard]] bool isEphemeral() const noexcept { return stat.ephemeralOwner != 0; }
    [[nodiscard]] Node* child(std::string_view name) const
    {
        const auto found = children.find(name);
        return found == children.end() ? nullptr : found->second.get();
    }
};

/// Empty for "/" and its children.
[[nodiscard]] inline std::string_view parentOf(std::string_view path)
{
    return path.substr(0, path.rfind('/'));
}
[[nodiscard]] inline std::string_view lastNameOf(std::string_view path)
{
    return path.substr(path.rfind('/') + 1); // npos + 1 is 0
}

/// Known nodes of an ensemble. Paths begin with a slash; the root's is empty.
class NodeTree {
public:
    [[nodiscard]] const Node* find(std::string_view path) const { return findIn(m_root, path); }
    Node& add(std::string_view path)
    {
        Node* node = &m_root;
        while (!path.empty()) {
            const std::string_view name = takeName(path);
            auto& child = node->children[std::string(name)];
            if (!child) {
                child = std::make_unique<Node>();
                ++m_size;
                m_bytes += name.size();
            }
            node = child.get();
        }
        return *node;
    }
    void setData(Node& node, std::string_view data)
    {
        m_bytes -= node.data.size();
        node.data = data.substr(0, Node::kMostData);
        m_bytes += node.data.size();
    }
    /// With everything below.
    bool remove(std::string_view path)
    {
        Node* const parent = path.empty() ? nullptr : findIn(m_root, parentOf(path));
        if (parent == nullptr)
            return false;
        const auto found = parent->children.find(lastNameOf(path));
        if (found == parent->children.end())
            return false;
        forget(found->first, *found->second);
        parent->children.erase(found);
        return true;
    }
    void clear()
    {
        m_root = {};
        m_size = 0;
        m_bytes = 0;
    }
    [[nodiscard]] std::size_t size() const noexcept { return m_size; }
    [[nodiscard]] std::size_t bytes() const noexcept { return m_bytes; }

    /// Calls `each(path, node)`, parents first.
    template <class Each> void visit(Each each) const { visitBelow("", m_root, each); }

private:
    template <class AnyNode> static AnyNode* findIn(AnyNode& root, std::string_view path)
    {
        AnyNode* node = &root;
        while (node != nullptr && !path.empty())
            node = node->child(takeName(path));
        return node;
    }
    static std::string_view takeName(std::string_view& path)
    {
        path.remove_prefix(1);
        const std::string_view name = path.substr(0, path.find('/'));
        path.remove_prefix(name.size());
        return name;
    }
    void forget(std::string_view name, const Node& node)
    {
        --m_size;
        m_bytes -= name.size() + node.data.size();
        for (const auto& [childName, child] : node.children)
            forget(childName, *child);
    }
    template <class Each>
    static void visitBelow(const std::string& path, const Node& node, Each& each)
    {
        each(path, node);
        for (const auto& [name, child] : node.children)
            visitBelow(path + "/" + name, *child, each);
    }

    Node m_root;
    std::size_t m_size = 0;
    std::size_t m_bytes = 0;
};

} // namespace lockkeeper::observe
