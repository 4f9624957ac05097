package dev.spine.iop.engine.modelled;

/**
 * An event ended in a defect: carries what is known of it from the node that executed the event to whoever drives the run. Nobody outside
 * the engine sees it.
 */
final class DefectFound extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String role;
    private final Throwable defect;

    DefectFound(String role, Throwable defect) {
        super(role, defect, false, false);
        this.role = role;
        this.defect = defect;
    }

    /** The agent or task that threw. */
    String role() {
        return role;
    }

    /** What it threw. */
    Throwable defect() {
        return defect;
    }
}
