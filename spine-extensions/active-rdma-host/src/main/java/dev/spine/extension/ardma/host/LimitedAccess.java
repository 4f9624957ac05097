package dev.spine.extension.ardma.host;

/** Direct access of a run that reads a few times at most and changes nothing, so it can be dropped at any time. One thread. */
final class LimitedAccess extends DirectAccess {
    private int tripsLeft;

    /** The run is to be dropped. */
    static final class DroppedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        DroppedException() {
            super("a run by direct access has made as many round trips as it may", null, false, false);
        }
    }

    LimitedAccess(DirectServer server, int mostTrips) {
        super(server);
        this.tripsLeft = mostTrips;
    }

    @Override
    void onRead() {
        if (--tripsLeft < 0) {
            throw new DroppedException();
        }
    }

    @Override
    void onChange() {
        throw new DroppedException();
    }
}
