package dev.spine.device.disk;

import dev.spine.iop.kernel.Request;

/** The front end of a job that nobody has begun. */
enum NoFrontEnd implements DiskFrontEnd {
    /** The only one. */
    INSTANCE;

    @Override
    public boolean prepare(Request request, BlockJob job) {
        throw notBegun();
    }

    @Override
    public void control(BlockJob job) {
        throw notBegun();
    }

    @Override
    public void answer(Request request, BlockJob job) {
        throw notBegun();
    }

    @Override
    public void progress(Request request, int percent) {
        throw notBegun();
    }

    @Override
    public void abandon(Request request, int requestStatus, int detailedStatus) {
        throw notBegun();
    }

    private static IllegalStateException notBegun() {
        return new IllegalStateException("this job was not begun: begin it with a request");
    }
}
