package dev.spine.extension.runtime.verify;

/**
 * The place that a rule looks at.
 *
 * @param className binary name
 * @param method name and descriptor, or empty
 * @param line source line, or 0
 */
record Site(String className, String method, int line) {
    static Site of(String className) {
        return new Site(className, "", 0);
    }

    Site at(int newLine) {
        return new Site(className, method, newLine);
    }
}
