package dev.spine.extension.runtime.oracle;

import dev.spine.extension.runtime.AttackedCard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Attacks a live card with each image of a file and prints what each took, a line for each; a process of its own. Its arguments: the file,
 * the first attack, and how often each is loaded, by a new owner each time: the least counts. The first image is the harmless one that
 * others are measured by: it is always loaded {@link #TIMES}.
 */
final class AttackRunner {
    /** How long one may take before the process gives up, in milliseconds. */
    static final long PATIENCE_MS = 20_000;
    /** How often is enough for a least that is no accident of the machine. */
    static final int TIMES = 3;
    private static final Path MEMORY = Path.of("/proc/self/status");
    private static volatile long since;
    private static volatile String running = "";
    private static int owner = 1000;

    private AttackRunner() {}

    /** Attacks. */
    public static void main(String[] arguments) throws IOException {
        List<Subject> attacks = Subject.read(Path.of(arguments[0]));
        Thread.ofPlatform().daemon().start(AttackRunner::watch);
        try (AttackedCard card = new AttackedCard()) {
            for (int i = 0; i < 3; i++) {
                card.exchange();
            }
            for (Subject attack : attacks.subList(Integer.parseInt(arguments[1]), attacks.size())) {
                System.out.println(Activation.BEGIN + attack.name());
                attack(card, attack, attack.name().equals(Attacks.HARMLESS) ? TIMES : Integer.parseInt(arguments[2]));
                System.out.flush();
            }
        }
        System.out.println(Activation.ALL);
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static void watch() {
        while (true) {
            java.util.concurrent.locks.LockSupport.parkNanos(100_000_000);
            long begin = since;
            if (begin != 0 && System.nanoTime() - begin > PATIENCE_MS * 1_000_000) {
                System.out.println(Activation.HUNG + running);
                System.out.flush();
                Runtime.getRuntime().halt(3);
            }
        }
    }

    private static void attack(AttackedCard card, Subject attack, int times) throws IOException {
        byte[] jar = AttackedCard.jar("red." + attack.name(), attack.image());
        AttackReport least = null;
        running = attack.name();
        for (int i = 0; i < times; i++) {
            owner++;
            AttackedCard.Loaded loaded = card.load(jar, owner);
            if (loaded.instance() == 0) {
                System.out.println(AttackReport.refused(attack.name(), loaded.refused()).line());
                return;
            }
            long reachable = i == 0 ? reachable() : 0;
            long grown = resident(true);
            since = System.nanoTime();
            AttackedCard.Taken taken = card.attack(loaded.instance(), 1_000_000_000);
            grown = resident(false) - grown;
            card.exchange();
            boolean listed = card.list().contains("instance=" + loaded.instance());
            reachable = i == 0 ? reachable() - reachable : least == null ? 0 : least.reachable();
            boolean unloaded = card.unload(loaded.instance(), owner);
            since = 0;
            AttackReport one = new AttackReport(attack.name(), taken.fuel(), taken.ns(), taken.bytes(), reachable, grown, listed
                && unloaded, taken.failure().isEmpty() ? "came to its end" : taken.failure());
            least = least == null ? one : least.least(one);
        }
        if (least != null) {
            System.out.println(least.line());
        }
    }


    private static long reachable() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** Bytes of the process: what it has, with its peak forgotten, or its peak since. */
    private static long resident(boolean forget) throws IOException {
        if (!Files.exists(MEMORY)) {
            return 0;
        }
        if (forget) {
            Files.writeString(Path.of("/proc/self/clear_refs"), "5");
        }
        String key = forget ? "VmRSS:" : "VmHWM:";
        return Files.readAllLines(MEMORY).stream().filter(line -> line.startsWith(key)).mapToLong(line -> Long.parseLong(line
            .replaceAll("\\D", "")) << 10).findFirst().orElse(0);
    }
}
