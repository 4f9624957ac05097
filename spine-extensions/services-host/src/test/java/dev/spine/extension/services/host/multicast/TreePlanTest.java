package dev.spine.extension.services.host.multicast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.host.ExtensionClient;
import dev.spine.iop.engine.Tasks;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A plan is a spanning tree of what can be reached. */
class TreePlanTest {
    private static final long SEED = Long.getLong("spine.seed", 1);

    private static TreeMember member(int number, String host, String wire) {
        return new TreeMember(number, stub(ExtensionClient.class), stub(Tasks.class), 1, host, 0, 0, wire, number, false);
    }

    private static <T> T stub(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            if (method.getName().equals("toString")) {
                return "";
            }
            throw new AssertionError(method.getName());
        }));
    }

    @Test
    void aPlanReachesAllOnceAndGivesNobodyMoreChildrenThanNeeded() {
        for (long seed = SEED; seed < SEED + 300; seed++) {
            Random random = new Random(seed);
            List<TreeMember> members = new ArrayList<>();
            int count = 1 + random.nextInt(30);
            for (int number = 1; number <= count; number++) {
                members.add(member(number, "host" + random.nextInt(6), "wire" + random.nextInt(8)));
            }
            int root = 1 + random.nextInt(count);
            int fanOut = 1 + random.nextInt(4);
            TreePlan plan = TreePlan.of(members, root, fanOut);
            String what = "spine.seed=" + seed + " " + members;

            Set<Integer> reached = reachable(members, root);
            assertEquals(reached, plan.neighbours().keySet(), what);
            assertEquals(count - reached.size(), plan.unreachable().size(), what);
            int edges = plan.neighbours().values().stream().mapToInt(Set::size).sum();
            assertEquals(2 * (reached.size() - 1), edges, what);
            assertEquals(reached, walked(plan, root), what);
            plan.neighbours().forEach((number, others) -> others.forEach(other -> {
                assertTrue(TreePlan.reach(members.get(number - 1), members.get(other - 1)), what);
                assertTrue(plan.neighbours().get(other).contains(number), what);
            }));
        }
    }

    @Test
    void amongCardsOfOneNodeNobodyHasMoreChildrenThanSaid() {
        List<TreeMember> members = new ArrayList<>();
        for (int number = 1; number <= 40; number++) {
            members.add(member(number, "host", "wire" + number));
        }
        for (int fanOut = 1; fanOut <= 8; fanOut++) {
            int most = fanOut + 1;
            assertTrue(TreePlan.of(members, 7, fanOut).neighbours().values().stream().allMatch(others -> others.size() <= most));
        }
    }

    private static Set<Integer> reachable(List<TreeMember> members, int root) {
        Set<Integer> reached = new HashSet<>(Set.of(root));
        boolean grows = true;
        while (grows) {
            grows = false;
            for (TreeMember one : members) {
                for (TreeMember other : members) {
                    grows |= reached.contains(one.number()) && TreePlan.reach(one, other) && reached.add(other.number());
                }
            }
        }
        return reached;
    }

    private static Set<Integer> walked(TreePlan plan, int root) {
        Set<Integer> walked = new HashSet<>();
        Deque<Integer> next = new ArrayDeque<>(List.of(root));
        while (!next.isEmpty()) {
            int number = next.remove();
            assertTrue(walked.add(number) || plan.neighbours().isEmpty(), "a circle");
            plan.neighbours().get(number).stream().filter(other -> !walked.contains(other)).forEach(next::add);
        }
        return walked;
    }
}
