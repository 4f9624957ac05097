package dev.spine.perf.ruler;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Where counted code enters what it runs. The boot loader defines it, because classes of the JDK are counted, too: so it names nothing of
 * Spine. The thread that drives the engine counts, others enter nothing.
 *
 * <p>Units belong to the operation that was charged last in the running method; what it calls goes on with it, and when it returns, its
 * caller's operation goes on.
 */
public final class Counted {
    private enum Mode {
        /** The machine runs: engine, bus, what extensions execute. */
        MACHINE,
        CODE,
        /** Code that Spine runs for its own sake. */
        BOOKKEEPING
    }

    private static final class Cell {
        private long times;
        private long units;
        private long bookkeeping;
    }

    private static final Map<String, Cell> CELLS = new TreeMap<>();
    private static final Map<String, String> PROCESSORS = Map.of("dev.spine.iop.Iop", "iop",
        "dev.spine.host.driver.HostAgent", "host");
    private static final Set<String> INSTRUCTIONS = Set.of("REGISTER_READ", "REGISTER_WRITE", "FRAME_WORD_WRITE", "TOUCH_BYTE", "UNIT",
        "INTERRUPT", "SYSTEM_CALL", "CONTEXT_SWITCH");
    private static final Set<String> OF_SYSTEM = Set.of("SOFT_INTERRUPT", "IP_INPUT", "IP_FORWARD", "IP_OUTPUT", "SOCKET_INPUT",
        "SOCKET_OUTPUT");
    /** What may stand on the stack of a step. */
    private static final int DEPTH = 1 << 12;
    private static final Mode[] MODES = new Mode[DEPTH];
    private static final String[] OPERATIONS = new String[DEPTH];

    private static Mode mode = Mode.MACHINE;
    private static Thread counting = Thread.currentThread();
    private static String processor = "";
    private static String operation = "";
    private static int modes;
    private static int operations;
    private static long units;
    private static long bookkeeping;

    private Counted() {}

    private static boolean counts() {
        return mode != Mode.MACHINE && Thread.currentThread() == counting;
    }

    // --- for counted code

    /** A basic block begins that has so many units. */
    public static void count(int block) {
        if (counts()) {
            if (mode == Mode.CODE) {
                units += block;
            } else {
                bookkeeping += block;
            }
        }
    }

    /** What is called next is the machine. */
    public static void machine() {
        push(Mode.MACHINE);
    }

    /** A method of bookkeeping begins. */
    public static void bookkeeping() {
        push(mode == Mode.CODE ? Mode.BOOKKEEPING : mode);
    }

    private static void push(Mode next) {
        if (Thread.currentThread() == counting) {
            MODES[modes++] = mode;
            mode = next;
        }
    }

    /** What {@link #machine} or {@link #bookkeeping} began has ended. */
    public static void back() {
        if (Thread.currentThread() == counting && modes > 0) {
            mode = MODES[--modes];
        }
    }

    /** A method that charges operations begins. */
    public static void enter() {
        if (counts()) {
            OPERATIONS[operations++] = operation;
        }
    }

    /** It returns. */
    public static void leave() {
        if (counts() && operations > 0) {
            begin(OPERATIONS[--operations], 0);
        }
    }



    // --- for the engine

    /** A step of an agent begins. */
    public static void step(Object agent) {
        mode = Mode.MACHINE;
        counting = Thread.currentThread();
        modes = 0;
        operations = 0;
        units = 0;
        bookkeeping = 0;
        operation = "";
        processor = PROCESSORS.getOrDefault(agent.getClass().getName(), "");
        mode = processor.isEmpty() ? Mode.MACHINE : Mode.CODE;
    }

    /** It has ended. */
    public static void end() {
        if (!processor.isEmpty()) {
            begin("", 0);
        }
        processor = "";
        mode = Mode.MACHINE;
    }

    /** Something is charged: what is counted from now on belongs to it, but for an instruction among others. */
    public static void charge(Object op, long times) {
        if (processor.isEmpty() || Thread.currentThread() != counting) {
            return;
        }
        Mode before = mode;
        mode = Mode.MACHINE;
        String name = ((Enum<?>) op).name();
        if (INSTRUCTIONS.contains(name)) {
            cell(name).times += times;
        } else {
            // What an operating system of the time took stands for the code that does it here.
            begin(OF_SYSTEM.contains(name) ? "" : name, times);
        }
        mode = before;
    }

    private static void begin(String next, long times) {
        Mode before = mode;
        mode = Mode.MACHINE;
        if (!operation.isEmpty()) {
            Cell cell = cell(operation);
            cell.units += units;
            cell.bookkeeping += bookkeeping;
        }
        if (times > 0 && !next.isEmpty()) {
            cell(next).times += times;
        }
        units = 0;
        bookkeeping = 0;
        operation = next;
        mode = before;
    }

    private static Cell cell(String name) {
        return CELLS.computeIfAbsent(processor + '\t' + name, _ -> new Cell());
    }

    // --- for who asks

    /** Forgets what was counted. */
    public static void clear() {
        CELLS.clear();
    }

    /** {@return what was counted since: processor, operation, times, units, units of bookkeeping, with tabs between them} */
    public static List<String> lines() {
        List<String> lines = new ArrayList<>();
        new HashMap<>(CELLS).entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(entry -> lines.add(entry.getKey() + '\t'
            + entry.getValue().times + '\t' + entry.getValue().units + '\t' + entry.getValue().bookkeeping));
        return lines;
    }
}
