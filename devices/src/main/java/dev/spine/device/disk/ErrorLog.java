package dev.spine.device.disk;

import dev.spine.i2o.param.FieldValue;
import dev.spine.i2o.param.GroupValues;

/** The last requests that failed, as group 0x0005 shows them: the oldest makes room for the newest. Belongs to the IOP's agent. */
final class ErrorLog implements GroupValues {
    /** How many are kept. */
    static final int ROWS = 64;
    private static final long NS_PER_US = 1000;

    private final int[] functions = new int[ROWS];
    private final int[] retries = new int[ROWS];
    private final int[] details = new int[ROWS];
    private final long[] times = new long[ROWS];
    private final int[] users = new int[ROWS];
    private long total;

    ErrorLog() {
    }

    /** Enters one: time in nanoseconds of the agent, and the block at which it failed in units of 512 bytes. */
    void add(int function, int retryCount, int detailedStatus, long timeNs, int block) {
        int at = (int) (total % ROWS);
        functions[at] = function;
        retries[at] = retryCount;
        details[at] = detailedStatus;
        times[at] = timeNs / NS_PER_US;
        users[at] = block;
        total++;
    }

    @Override
    public int rowCount() {
        return (int) Math.min(total, ROWS);
    }

    @Override
    public FieldValue read(int row, int field) {
        long number = total - rowCount() + row;
        int at = (int) (number % ROWS);
        return FieldValue.number(switch (field) {
            case 0 -> number & 0xFFFF;
            case 1 -> functions[at];
            case 2 -> retries[at];
            case 3 -> details[at];
            case 5 -> times[at];
            case 6 -> users[at];
            default -> 0;
        });
    }
}
