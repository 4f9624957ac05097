package dev.spine.extension.services.host.multicast;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A spanning tree. Any thread.
 *
 * @param neighbours of each member that is in it, by number
 * @param unreachable members that no way leads to
 */
public record TreePlan(SortedMap<Integer, SortedSet<Integer>> neighbours, SortedSet<Integer> unreachable) {
    /**
     * {@return a tree of the shortest ways from a root, of which each member has at most so many children, as far as others can have them}
     *
     * @param members of the tree
     * @param root the number of a member; when it is none of them, the lowest number is the root
     * @param fanOut children of a member, at least 1
     */
    public static TreePlan of(List<TreeMember> members, int root, int fanOut) {
        List<TreeMember> ordered = new ArrayList<>(members);
        ordered.sort(Comparator.comparingInt(TreeMember::number));
        SortedMap<Integer, SortedSet<Integer>> neighbours = new TreeMap<>();
        SortedSet<Integer> left = new TreeSet<>();
        Deque<TreeMember> reached = new ArrayDeque<>();
        for (TreeMember member : ordered) {
            left.add(member.number());
        }
        if (!ordered.isEmpty()) {
            TreeMember first = ordered.stream().filter(member -> member.number() == root).findFirst().orElse(ordered.getFirst());
            reach(neighbours, left, reached, first);
        }
        List<TreeMember> parents = new ArrayList<>();
        while (!reached.isEmpty()) {
            TreeMember parent = reached.removeFirst();
            parents.add(parent);
            hang(ordered, neighbours, left, reached, parent, fanOut);
        }
        // Some may hang only at a member that has as many as it should: better a child more than one that gets nothing.
        for (int i = 0; i < parents.size() && !left.isEmpty(); i++) {
            hang(ordered, neighbours, left, reached, parents.get(i), ordered.size());
            while (!reached.isEmpty()) {
                parents.add(reached.removeFirst());
            }
        }
        return new TreePlan(neighbours, left);
    }

    private static void reach(SortedMap<Integer, SortedSet<Integer>> neighbours, SortedSet<Integer> left, Deque<TreeMember> reached,
        TreeMember member) {
        left.remove(member.number());
        neighbours.put(member.number(), new TreeSet<>());
        reached.add(member);
    }

    private static void hang(List<TreeMember> members, SortedMap<Integer, SortedSet<Integer>> neighbours, SortedSet<Integer> left,
        Deque<TreeMember> reached, TreeMember parent, int most) {
        int children = 0;
        for (TreeMember child : members) {
            if (children < most && left.contains(child.number()) && reach(parent, child)) {
                reach(neighbours, left, reached, child);
                of(neighbours, parent).add(child.number());
                of(neighbours, child).add(parent.number());
                children++;
            }
        }
    }

    private static SortedSet<Integer> of(SortedMap<Integer, SortedSet<Integer>> neighbours, TreeMember member) {
        return Objects.requireNonNull(neighbours.get(member.number()));
    }

    /** {@return whether two members reach each other} */
    static boolean reach(TreeMember one, TreeMember other) {
        return one.host().equals(other.host()) || one.wire().equals(other.wire());
    }
}
