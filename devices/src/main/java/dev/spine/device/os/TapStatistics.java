package dev.spine.device.os;

/**
 * What Linux counts of an interface, as its users see it: they send what is read from a TAP and receive what is written to it. Any thread.
 *
 * @param received packets that the system has taken from what was written
 * @param receiveDrops packets that were written and that the system has dropped
 * @param receiveErrors packets that were written and that were none
 * @param sent packets that were read
 * @param sendDrops packets that nobody read in time: the queue of the interface was full, or it was down
 * @param sendErrors packets that could not be given
 */
public record TapStatistics(long received, long receiveDrops, long receiveErrors, long sent, long sendDrops, long sendErrors) {
    /** Nothing is known. */
    public static final TapStatistics NONE = new TapStatistics(0, 0, 0, 0, 0, 0);

    private static final int RECEIVED = 1;
    private static final int RECEIVE_ERRORS = 2;
    private static final int RECEIVE_DROPS = 3;
    private static final int SENT = 9;
    private static final int SEND_ERRORS = 10;
    private static final int SEND_DROPS = 11;
    private static final int COLUMNS = 16;

    /** Reads the line of an interface in the table of proc_net(5), {@code dev}. */
    static TapStatistics parse(String table, String name) {
        for (String line : table.split("\n", -1)) {
            int colon = line.indexOf(':');
            if (colon < 0 || !line.substring(0, colon).strip().equals(name)) {
                continue;
            }
            String[] columns = line.substring(colon + 1).strip().split("\\s+", -1);
            if (columns.length >= COLUMNS) {
                return new TapStatistics(number(columns[RECEIVED]), number(columns[RECEIVE_DROPS]), number(columns[RECEIVE_ERRORS]),
                    number(columns[SENT]), number(columns[SEND_DROPS]), number(columns[SEND_ERRORS]));
            }
        }
        return NONE;
    }

    private static long number(String column) {
        try {
            return Long.parseUnsignedLong(column);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
