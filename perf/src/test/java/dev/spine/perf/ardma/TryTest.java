package dev.spine.perf.ardma;
import org.junit.jupiter.api.Test;
class TryTest {
    @Test void tryIt() {
        for (String profile : new String[] {"lanai-33", "dpu-pcie5"}) {
            long t = System.nanoTime();
            try (LookupExperiment e = new LookupExperiment(profile, 1)) {
                System.out.println(profile + " built " + (System.nanoTime() - t) / 1000000);
                for (String s : new String[] {"list-1","list-2", "list-4", "list-10", "list-100", "list-1000", "tree-1", "tree-2", "tree-3", "tree-4", "tree-5"}) {
                    t = System.nanoTime();
                    try (LookupExperiment.Opened o = e.open(LookupStructure.of(s))) {
                        StringBuilder b = new StringBuilder(s + " install " + o.installSeconds() * 1e6 + " " + o.routineBytes());
                        for (LookupPath p : LookupPath.values()) { var r = o.deepest(p, 5); b.append("\n   ").append(p).append(' ').append(r.latencyUs()).append(' ').append(r); }
                        System.out.println(b + "\n" + (System.nanoTime() - t) / 1000000 + " ms");
                    }
                }
                e.verify();
            }
        }
    }
}
