package dev.spine.extension.ardma.host.arf.nio;

import java.io.IOException;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reads and sets attributes of a path. */
record ArfAttributeView(ArfPath path) implements BasicFileAttributeView {
    @Override
    public String name() {
        return "basic";
    }

    @Override
    public BasicFileAttributes readAttributes() throws IOException {
        return new ArfAttributes(path.getFileSystem().volume().stat(path.onVolume()));
    }

    @Override
    public void setTimes(@Nullable FileTime modified, @Nullable FileTime accessed, @Nullable FileTime created) throws IOException {
        var volume = path.getFileSystem().volume();
        volume.set(volume.stat(path.onVolume()), nanos(modified), nanos(accessed), nanos(created), -1);
    }

    private static long nanos(@Nullable FileTime time) {
        return time == null ? -1 : time.to(TimeUnit.NANOSECONDS);
    }
}
