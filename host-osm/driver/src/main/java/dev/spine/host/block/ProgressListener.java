package dev.spine.host.block;

/** Is notified how far a long request has come. Called on the host agent's thread. */
@FunctionalInterface
public interface ProgressListener {
    /**
     * The device has told how far it is.
     *
     * @param cookie what the request was made with
     * @param percent 0 to 100
     */
    void onProgress(long cookie, int percent);
}
