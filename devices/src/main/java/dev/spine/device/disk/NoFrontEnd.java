package dev.spine.device.disk;

import dev.spine.iop.kernel.KernelRequest;

/** The front end of a job that nobody has begun. */
enum NoFrontEnd implements DiskFrontEnd {
    /** The only one. */
    INSTANCE;

    @Override
    public boolean parse(KernelRequest request, BlockJob job) {
        throw notBegun();
    }

    @Override
    public void control(BlockJob job) {
        throw notBegun();
    }

    @Override
    public void answer(KernelRequest request, BlockJob job) {
        throw notBegun();
    }

    @Override
    public void progress(KernelRequest request, int percent) {
        throw notBegun();
    }

    @Override
    public void abandon(KernelRequest request, int requestStatus, int detailedStatus) {
        throw notBegun();
    }

    private static IllegalStateException notBegun() {
        return new IllegalStateException("this job was not begun: begin it with a request");
    }
}
