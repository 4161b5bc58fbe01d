import FoundationEssentials
import Pixels
import Testing

@testable import ImageCoding

/// A damaged picture that arrives in pieces ends as it would have ended whole. The fuzzer found these.
@Suite(.endsInTime) struct DamagedArrivalTests {
    private let bytes = [UInt8](Data(base64Encoded: picture) ?? Data())

    @Test(arguments: [nil, PixelSize(width: 9, height: 9)])
    func `a damaged JPEG in pieces ends as the whole file`(box: PixelSize?) throws {
        #expect(bytes.count == 4538)
        let coder = JPEGCoder()
        let options = DecodeOptions(box: box)
        let whole = try coder.decode(bytes, options: options)
        for piece in [1, 100, 500, 1000, 2000, bytes.count] {
            let decoder = coder.makeIncrementalDecoder(options: options)
            try decoder.feed(bytes, pieces: [piece])
            let image = try decoder.finish()
            #expect(image.bitmap == whole.bitmap, "in pieces of \(piece)")
            #expect(image.warning == whole.warning, "in pieces of \(piece)")
        }
    }

    /// In the first, the first bytes of the last partition are more than a decoder can hold, and libwebp does not report
    /// it. The second has alpha that its first header does not announce.
    @Test(arguments: [webp, hiddenAlpha], [nil, PixelSize(width: 9, height: 9)])
    func `a damaged WebP in pieces ends as the whole file`(file: String, box: PixelSize?) throws {
        let bytes = try #require(Data(base64Encoded: file)).map { $0 }
        let options = DecodeOptions(box: box)
        let whole = try WebPCoder().decode(bytes, options: options)
        for first in 1..<bytes.count {
            let decoder = WebPCoder().makeIncrementalDecoder(options: options)
            try decoder.append(bytes[..<first])
            try decoder.append(bytes[first...])
            let image = try decoder.finish()
            #expect(image.bitmap == whole.bitmap && image.warning == whole.warning, "cut at \(first)")
        }
    }

    /// A lossy WebP of one pixel, made by the fuzzer.
    private static let hiddenAlpha =
        "UklGRkIAAABXRUJQVlA4WAoAAABJbnQAAAAAAAAAQUxQSAIAAAAAAFZQOCAaAAAAMAEAnQEqAQABAAAAACWkAANwAP7/327UAAA="

    /// A lossy WebP of 16x9 pixels, made by the fuzzer.
    private static let webp = """
        UklGRnoAAABXRUJQVlA4IG4AAACQAgCdASoQAAkAAAAAJYgCdHJJ+wBIAAm7lmSa////////AI4AAP7//7u8bpHdwcBULu4HaFer\
        lgIWaw8hm2s70d7P4DXv80Jn/1IGif4u3/coOw+boOOb/////////wD8RPJkV//qP8jW7Nf//KAI/8FGTfF//5S+X1EBAAA=
        """

    /// A baseline JPEG of 33x40 pixels, made by the fuzzer out of one of the project's own.
    private static let picture = """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB\
        AQEBAQEBAQEBAQEBAQH/2wBDAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB\
        AQEBAQEBAQH/wAARCAAoACEDAREAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUF\
        BAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVW\
        V1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi\
        4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAEC\
        AxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVm\
        Z2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq\
        8vP09fb3+Pn6/9oADAMBAAIRAxEAPwD8efh+4LTY558f8HLU3lZ/te7+PwzjO7zP+C2X7GOo8eufs2fqPavGov67XxlHe06lG3+D\
        ERVv/JTq4d4n9jj40/aW/s/HV3a/w8ixGD+VvbW9Gj2D9mL4e7P2m/8Ag3RuvJx/YVp8Fmzt+55P/BZL9srVfQY/4+d3tnPfn6HD\
        8HfWaVTG+yv/AGTTnWvb4fYQeYX8re15vx9P3jLOL+fh/jqh7Vf8KmCzJW5vi9rwtgsBbz/gcvm1a3byT4QfCPP/AAT7/aY0//8A\
        btNrn7X+2P8ApbDpXZ1/s/4J/wDBRSHdwBnH9pYz/te+T9ZhPAT+0MXh8n+pc39oYfE5lyez+L+yqmFwvNb+7/bNr9OfpfT+suGv\
        EG3HfC2N9v8A7vwlxphebm2+t5z4f1rX8/qV3/hb6H6Z6J8JN/7Y0Go/Zev/AASS07QN2z+9/wAEI7bwxszz6+Xj3xXu4b6L317A\
        Rz3+zr+0zujwTz+y/wCgniOPhz7G9uvtfYcv/bvp+r8O+IPL4cYbB+3tb6QmV5tbm3t9KzCZ5zW8rc97efp+cP8Awz7/ANQ//wAg\
        /wD2Nfb/APEgH/Uk/wDLf/7U/ub/AIi+v+gl/wDga/zPqT4q+CftP7Vn/BwVN5Of7Xv/AI4L9373mf8ABXj9lDUeuOf+Pbd65Gev\
        Nfy3wS/r2f5hQ35c4x9G3+DF1lbb+75/5/8AIhg+JvY55xxT9pb+z8VmL30jycUYHB/L+NZ+vmfRP7N3w92fHn/ghrdeTgaHYfCw\
        52/c8j/gqV+1Tqn1H/Hzu6981/aHDHBv1ng3xSxvsr/2Tk+eVr8r9z2HAuX5he/S3teb5+jP1vI+L+ehgqHtdc0ws1bm+L2mKxWA\
        89X7DlfpbocZ4F8M6d4b/Yv+Pdgtl/aV837UH7HcsunwusXkufhR+299na6nMUqwZtnupFRIpp/mtjJFHDdJOP1Dxy8bvDj6NvGm\
        SYTD5H/xE/j3J+F8fl2b+H2TZtSyj+w8Zxtm3AMAAABeLOIZ5fm1DIvrXDHDHFOa4bL8Llmc58+gr/yZHX3XhWK3+M3/AAUm1We3\
        kkhuNS+KF3MsSI0ssUX7Ynwu1eRYg7IjSFLMlA7opbG5lGWH9QfR943yrgLiXxa4/wA9w+YYzJPD7iTxX4wznCZTSw2IzXE5VwlS\
        4tzzMMNllDGYrAYStmFbCZdWp4Kjisdg8NUxMqcK+Kw9KUq0nOWTinPp1vE/6beX0qsYVaOJ4ow9N1JSjThOp9Kjwty6Lm4qclBS\
        xKUnGMmo/DFvR+pfA3wVFpviH9hHUJbZ2TRtN8IWgMaKWSW7/a5+LZ+GamOyjLMi4qy7iGH9LeH+eYzOs3yzFyxP1LCxy3OKdPF1\
        IuftIrE5L7ZYekpwdW1aFCm5OdOk7VlCpOrQnRPtzRvC/iPUP2pYJ2nktrN/+CamnWyW9lEtssN3c/8ABHCHSiqXEa/bWjivbh5I\
        I57qYRypC4PmwQsn8YLj36S/iRT+pV+OMw4Y4Nx/E9HinB8M8DYHCcK4bJuM+JsTicTJ4DiLL6MeOcVl+Vcc8R4rO8hy/PeK85p5\
        XmuDyPMKMpZlkGTYzA/0rw5nuT4Pg7DUo0oVsRDxUyuvKriakq8qmHo+OuCx6c6M39VjOeGoxhVnSoU+enKrFrkq1Iy+C/8Ahn1v\
        +fH/AMcH+FfJf8SAf9ST/wAt/wD7U/sj/iL/AP1Ef+VD6B8b+CftP7TP/BbqbySf7X1T4xDO373mf8FPv2b9R9MH/j23fgSa+X8G\
        X9e42zah8XLxZndG3+DH49X2vhb4zq9xJG7KP3NtdzmElZl+0tAs0EkBkFfhnDOc599G36PeBz7g7A8nHvHOcZRwfwLmFbJ8HnGX\
        ZHn1ejWxmM4gzLBY7F4ahP8AsnhihxDXyR1cJnmDfFUsgo5xkWZZFWzSkv3LgbimlnPDfEE8RiL4bA8UcHSxUY1ZU51KVfKOPHGj\
        CUYt/va2HpKqlKlL2CqunVhVVNn1noXhCLSviDp0FrbSHWLr9nTTbKGYRL5djFZfsrQ6FbzP5sTxXEkt1ZG2jttrKFWV7goohiuv\
        cyziHKvCPEcJ+G/CmX5hU8aeLvBrA5xkecU8vw0sq4ByrgjwyxeUcPcSY3+18szDKuIswzXivgapkOWcLxoYnDLDYXNsy4iq4LDU\
        Mlyniv8ArLh/iKePzeNWvXisuoZFlmJq0nUfPi54nhDA5rWpR9nUjOlGFDEqvOu5KV5U40VJupUoeWf8M+D/AJ8j/wB+x/8AE1/K\
        v7b+75/5/wDJVieJ/Y8U+ONP2n/Iur509/hcPFHhvBr/ANPW+aXr9EfB3QF0D4u/8EeUjtY5LszfDWxjWRZQsFpH/wAFDP2gtRv7\
        oFECF4U1GJIo2liPm3SThZo4JYn/ALR8VPGjDeCHAOb8KZdlmX5txl40+IkfD7LsJmcM1jhsq4Mn4aeHq8QOK6c8DhVhMTmGUYTi\
        TJsoynLcZm+V1P7V4nwWfRoZ5lvD2cZPi/1rgHNpZtjOAZSryhh1k1PFTlCUL1cRPjbifB4Wg1KXMo1JYOpKpONOa5KEqV6c6tOp\
        HzL4K/CmKH9kn4z2s8UcMEv7Qf7MOpzSS7Y4o4tM+Gn7XkUk0jvhUjiTUSzu5CopLEgZr+U/o8+DWVYDCU62e1svyfI8Lk+Y8U5z\
        m2bYnD5dlWVZVwzSw8sxzXM8wxlShg8Dl+XYTNK2JxmNxValhsJhoVK1erTpQlNf1TkXH06lSjiKVSdWrTnDA0407zqTnjXGcKcI\
        xvKU6ksGlGMU5SdlFN2R9zaboN/e/tFC20mCODTP+GDLGxj1CKOZL+6M/wDwS/SwtGikcRPZRo89nsjSJbxZrUM1wiSvbL4ee+Nv\
        H/G2eZr4W+EVLL+H/C2U62ZZb4jZTh86wfH/ABXUzzD5zxJwfmWWZhj4ZXi+BcvweLz7g7F4LBYLKcLxnhM64Vp4qtxLhMDmuP4X\
        w/8ARvC+a4TDZFgq2Pqzq43/AFtynFTwdSdOWFoKlx7gMXiFUhBzjiZSjSxHNKVSWHlTrtKjKUIV5fH3/DPh/wCfIf8Afs//ABNf\
        j3/EgH/Uk/8ALf8A+1P6k/4i+/8AoJVpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWn/AIG/8z17WfBP2j9ob/grVL5X/IX1\
        n4qDJX74k/4KCfA3UfxH+jbv1r9U+jU/r3ibnlD4uXxA4mo2/wAGZZurbf3fP/P/AJQ8/wCJ/Y8b/Sqp+0t/Z9TiR2vpHk8e+BcH\
        fyt7az9ex6x8MvBUd38ev+CZ2ow20ipoFl4HtG8yNVZZdI/bq+Pkk7AKzgRmbzJYiWDNE6M6o5ZFfi/VyrxI+lTxLxVk2CzDD4Th\
        rL6nB9aGZ0MNRxP9q+FvEPEvBOe4mnHC4rG0nl+KzvhrMMZlNaVaGJr5VXwVfGYXAYurXwOH/ffDLiaph8P4C4OpWhKWb4PL8QuS\
        TkpQzHxP4qhSi+aMXzxp8kKlk4qpGai5xSk6nhrwMNQ/Z/8Ail4Xs4v9Gtfjf+zs920JOLq5h8CftMtdQSNFM8c1vaSTWKmKSKOS\
        DUYbgSKzRQsvkePuef8AEUeKMb4CcF4m/DHhpnHBOS8X4zKMX+64o4qzTD5/n/FXDeY4nKs8xuX51w/wlmGRcA0J5NmmV5bmOReI\
        /D/EdPMcNiK+UZLiML+8+GPFH1Ph3FZ5iJ/vsRmWWww6qb0KFTCZwqFWKqUozp1cRGnipKcJzhVwlWi4SSnUUvsTT/DCw/GaPSdO\
        tZBff8MiWuk31+BLC1i0f7BUWk2UFpIhjc3bOlvI06nyreMrFH5lzI5svluKfETD5HmWL+jp4aZXmFPjuPD2c4Hj7j2k81yXE8AY\
        nLeFMdV4IyrgrH4OrgMXW4wr4zC8N53i+IsNWnlXD2VVMPlmXvMeJcyx1bgj+p+Fs9lUhhMwxteLwvtsmx+FwjdOqsXGdfA5jiau\
        IhLnisOoutBUpfvK1S9SfJRhFYn5x/4Z8/6c/wDyFX81f8SAf9ST/wAt/wD7U/fv+IvS/wCgr/yZHX3XhWK3+M3/AAUm1We3kkhu\
        NS+KF3MsSI0ssUX7Ynwu1eRYg7IjSFLMlA7opbG5lGWH9QfR943yrgLiXxa4/wA9w+YYzJPD7iTxX4wznCZTSw2IzXE5VwlS4tzz\
        MMNllDGYrAYStmFbCZdWp4Kjisdg8NUxMqcK+Kw9KUq0f+WTinPp1vE/6beX0qsYVaOJ4ow9N1JSjThOp9Kjwty6Lm4qclBSxKUn\
        GMmo/DFvR+pfA3wVFpviH9hHUJbZ2TRtN8IWgMZfDOneG/2L/j3YLZf2lfN+1B+x3LLp8LrF5Ln4UftvfZ2upzFKsGbZ7qRUSKaf\
        5rYyRRw3STj9Q8cvG7w4+jbxpkmEw+R/8RP49yfhfH5dm/h9k2bUso/sPGcbZtwbm/DlXiziGeX5tQyL61wxwxxTmuGy/C5ZnOfP\
        oK+KWSW7/a5+LUkDHcygRpNqaSykMWWPeyK7gI3gfRoq5VwT4H5JxVnOCzDFYSigFAAAAAAAAMNWxNPNfEPxMxfBORYmrHFYrBUo\
        5fg874vy7GZtWjWniaGVUcbXweFx+Lp0MDif6C4M4mqY3jf6KuDp14KWZYbKMQ+eclGdPD+OXiHCqk4xm3OdPAzhBaRlU5YylGN5\
        I+HvgWfw38AfGUVpa4vtU+J/wiWyY26Sxwz2vhb4zq9xJG7KP3NtdzmElZl+0tAs0EkBkFfhnDOc599G36PeBz7g7A8nHvHOcZRw\
        fwLmFbJ8HnGXZHn1ejWxmM4gzLBY7F4ahP8AsnhihxDXyR1cJnmDfFUsgo5xkWZZFWzSkv3LgbimlnPDfEE8RiL4bA8UcHSxUY1Z\
        U51KVfKOPHGjCUYt/va2HpKqlKlL2CqunVhVVNn1noXhCLSviDp0FrbSHWLr9nTTbKGYRL5djFZfsrQ6FbzP5sTxXEkt1ZG2jttr\
        KFWV7goohiuvcyziHKvCPEcJ+G/CmX5hU8aeLvBrA5xkecU8vw0sq4ByrgjwyxeUcPcSY3+18szDKuIswzXivgapkOWcLxoYnDLD\
        YXNsy4iq4LDUMlyniv8ArLh/iKePzeNWvXisuoZFlmJq0nUfPi54nhDA5rWpR9nUjOlGFDEqvOu5KV5U40VJupUoeWf8M+D/AJ8j\
        /wB+x/8AE1/Kv/EgH/Uk/wDLf/7U/VP+Iuv/AKC3/wCDH/mf/9k=
        """
}
