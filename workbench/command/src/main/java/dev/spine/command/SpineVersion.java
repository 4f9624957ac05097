package dev.spine.command;

import picocli.CommandLine.IVersionProvider;

/** What {@code spine --version} prints: this build's version and the JDK it runs on. Any thread. */
public final class SpineVersion implements IVersionProvider {
    /** Makes the provider; it has no state. */
    public SpineVersion() {}

    /** {@return one line with the version of Spine, one with the JDK's} */
    @Override
    public String[] getVersion() {
        String version = SpineVersion.class.getPackage().getImplementationVersion();
        return new String[] {
            "spine " + (version == null ? "(unpackaged classes)" : version),
            "JDK " + Runtime.version() + ", " + System.getProperty("os.name") + " " + System.getProperty("os.arch")
        };
    }
}
