package dev.spine.extension.ardma.host.arf.nio;

import dev.spine.extension.ardma.host.arf.ArfNode;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;

/** The attributes of a file. */
record ArfAttributes(ArfNode node) implements BasicFileAttributes {
    private static FileTime time(long nanos) {
        return FileTime.from(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public FileTime lastModifiedTime() {
        return time(node.modified());
    }

    @Override
    public FileTime lastAccessTime() {
        return time(node.accessed());
    }

    @Override
    public FileTime creationTime() {
        return time(node.created());
    }

    @Override
    public boolean isRegularFile() {
        return !node.isDirectory();
    }

    @Override
    public boolean isDirectory() {
        return node.isDirectory();
    }

    @Override
    public boolean isSymbolicLink() {
        return false;
    }

    @Override
    public boolean isOther() {
        return false;
    }

    @Override
    public long size() {
        return node.size();
    }

    @Override
    public Object fileKey() {
        return node.inode() + "." + node.generation();
    }
}
